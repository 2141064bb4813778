import { type Bar, type Lane, maxOverlap, stillFor } from '../model/Lane';
import type { Hold } from '../model/picture';
import { clockText } from '../model/texts';
import { ticksOf, type Window } from '../model/timeScale';
import type { Palette } from './palette';

export const rowHeight = 24;

const barHeight = 12;

export interface Scene {
  readonly window: Window;
  readonly now: number;
  readonly width: number;
  readonly height: number;
  readonly colours: Palette;
}

type Context = CanvasRenderingContext2D;

const scaleOf = ({ window: { from, to }, width }: Scene): ((at: number) => number) => {
  const perMs = width / (to - from);
  return (at) => (at - from) * perMs;
};

/** The first bar that ends in the window or after it: older ones need not be looked at. */
const firstShown = (bars: ReadonlyArray<Bar>, from: number): number => {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const bar = bars[middle];
    if (bar && bar.to + bar.delay < from) low = middle + 1;
    else high = middle;
  }
  // One before it may end later than it does, and what follows it by a wait begins in it.
  return Math.max(0, low - maxOverlap);
};

const drawBar = (context: Context, bar: Bar, x: number, width: number, y: number, { colours }: Scene): void => {
  context.fillStyle = colours[bar.outcome];
  const top = y - barHeight / 2;
  if (width < 4) {
    context.fillRect(x, top, width, barHeight);
    return;
  }
  context.beginPath();
  // A gap between bars that touch, so that requests can be counted.
  context.roundRect(x, top, width - 1, barHeight, 2);
  context.fill();
  if (bar.outcome === 'asking') {
    context.strokeStyle = colours.page;
    context.lineWidth = 1;
    context.stroke();
  }
};

/** The time between a bar and the next one: of the consumer, or before a request is sent again. */
const drawWait = (context: Context, bar: Bar, x: number, width: number, y: number, { colours }: Scene): void => {
  context.fillStyle = bar.outcome === 'retry' ? colours.retry : colours.wait;
  context.fillRect(x, y - 1, width, 2);
};

const drawHeld = (context: Context, x: number, y: number, { colours }: Scene): void => {
  context.fillStyle = colours.refresh;
  context.beginPath();
  context.moveTo(x - 4, y - 11);
  context.lineTo(x + 4, y - 11);
  context.lineTo(x, y - 6);
  context.fill();
};

const drawEnd = (context: Context, { end }: Lane, x: number, y: number, { colours }: Scene): void => {
  if (!end) return;
  context.fillStyle = {
    done: colours.done,
    failed: colours.failed,
    unsubscribed: colours.unsubscribed,
    restarted: colours.restarted,
  }[end.how];
  context.beginPath();
  if (end.how === 'failed') {
    context.moveTo(x, y - 8);
    context.lineTo(x + 8, y);
    context.lineTo(x, y + 8);
    context.fill();
  } else context.fillRect(x, y - 8, 3, 16);
};

const drawLane = (context: Context, lane: Lane, y: number, scene: Scene): void => {
  const { window, now, width } = scene;
  const xOf = scaleOf(scene);
  const { bars } = lane;
  // What is drawn within one pixel of the same kind is drawn once.
  let drawn = -1;
  let kind = '';
  for (let index = firstShown(bars, window.from); index < bars.length; index++) {
    const bar = bars[index];
    if (bar === undefined || bar.from > Math.min(window.to, now)) break;
    const from = Math.max(-4, xOf(bar.from));
    const to = Math.min(width + 4, xOf(Math.min(bar.to, now)));
    if (bar.outcome === 'asking' || to > drawn || bar.outcome !== kind) {
      const length = Math.max(to - from, 1.5);
      drawBar(context, bar, from, length, y, scene);
      drawn = from + length;
      kind = bar.outcome;
    }
    const next = bars[index + 1]?.from ?? lane.end?.at ?? now;
    const wait = Math.min(width + 4, xOf(Math.min(next, now))) - to;
    if (wait > 1 && bar.to < now) drawWait(context, bar, to, wait, y, scene);
    if (bar.held > 0) drawHeld(context, from, y, scene);
  }
  if (lane.end && lane.end.at <= now) drawEnd(context, lane, xOf(lane.end.at) + 1, y, scene);
};

/** Draws the ruler: times of the day, and where the present is. */
export const drawRuler = (context: Context, scene: Scene): void => {
  const { window, width, height, colours, now } = scene;
  const xOf = scaleOf(scene);
  context.clearRect(0, 0, width, height);
  // A canvas forgets both when its size changes. To set a font is the dearest part of the ruler.
  if (context.textBaseline !== 'middle') {
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
  }
  const withMs = window.to - window.from < 3_000;
  for (const tick of ticksOf(window, width)) {
    const x = xOf(tick);
    context.fillStyle = colours.grid;
    context.fillRect(x, 0, 1, height);
    context.fillStyle = colours.quiet;
    context.fillText(clockText(tick, withMs), x + 4, height / 2);
  }
  context.fillStyle = colours.accent;
  context.fillRect(xOf(now), 0, 1, height);
};

/** Draws lanes below each other, the first at a height that may lie above the canvas. */
export const drawLanes = (
  context: Context,
  lanes: ReadonlyArray<Lane>,
  top: number,
  scene: Scene,
  {
    holds,
    chosen,
  }: { readonly holds: ReadonlyArray<Hold>; readonly chosen: readonly [Lane, Bar | undefined] | undefined },
): void => {
  const { window, width, height, colours, now } = scene;
  const xOf = scaleOf(scene);
  context.clearRect(0, 0, width, height);
  lanes.forEach((lane, index) => {
    const y = top + index * rowHeight;
    const back = chosen?.[0] === lane ? colours.chosen : stillFor(lane, now) > 0 ? colours.still : undefined;
    if (back === undefined) return;
    context.fillStyle = back;
    context.fillRect(0, y, width, rowHeight);
  });
  context.fillStyle = colours.hold;
  for (const { from, until } of holds) {
    if (until >= window.from && from <= window.to) context.fillRect(xOf(from), 0, xOf(until) - xOf(from), height);
  }
  context.fillStyle = colours.grid;
  for (const tick of ticksOf(window, width)) context.fillRect(xOf(tick), 0, 1, height);
  lanes.forEach((lane, index) => {
    const y = top + index * rowHeight + rowHeight / 2;
    drawLane(context, lane, y, scene);
    const bar = chosen?.[0] === lane ? chosen[1] : undefined;
    if (bar === undefined) return;
    const from = xOf(bar.from);
    context.strokeStyle = colours.text;
    context.lineWidth = 1.5;
    context.strokeRect(from - 2, y - 9, Math.max(4, xOf(Math.min(bar.to, now)) - from + 4), 18);
  });
  context.fillStyle = colours.accent;
  context.fillRect(xOf(now), 0, 1, height);
};

/** The bar at a place of a lane, or the nearest one within some pixels. */
export const barAt = (lane: Lane, x: number, scene: Scene): Bar | undefined => {
  const xOf = scaleOf(scene);
  let best: Bar | undefined;
  let distance = 6;
  for (let index = firstShown(lane.bars, scene.window.from); index < lane.bars.length; index++) {
    const bar = lane.bars[index];
    if (bar === undefined || bar.from > scene.now) break;
    const away = Math.max(xOf(bar.from) - x, x - xOf(Math.min(bar.to, scene.now)), 0);
    if (away < distance) [best, distance] = [bar, away];
    if (away === 0) break;
  }
  return best;
};
