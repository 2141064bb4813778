import {
  type Bar,
  type End,
  type Lane,
  maxOverlap,
  type LaneOutcome,
  stillFor,
} from '../model/Lane';
import type { HeldTime } from '../model/picture';
import { clockText } from '../model/texts';
import { ticksOf, type Window } from '../model/timeScale';

export const rowHeight = 24;

const barHeight = 12;

type Color =
  | LaneOutcome
  | End['how']
  | 'text'
  | 'quiet'
  | 'accent'
  | 'chosen'
  | 'still'
  | 'wait'
  | 'grid'
  | 'hold';

/** The colors that the styles of an element give it now. Each is read once. */
export const createPalette = (host: Element): ((name: Color) => string) => {
  const style = getComputedStyle(host);
  const known = new Map<Color, string>();
  return (name) => {
    const color = known.get(name) ?? style.getPropertyValue(`--${name}`).trim();
    known.set(name, color);
    return color;
  };
};

export interface Scene {
  readonly context: CanvasRenderingContext2D;
  readonly window: Window;
  readonly now: number;
  readonly width: number;
  readonly height: number;
  readonly colorOf: ReturnType<typeof createPalette>;
}

const xOf = ({ window: { from, to }, width }: Scene, at: number): number =>
  ((at - from) * width) / (to - from);

type Rect = [x: number, y: number, w: number, h: number];

const fillRect = ({ context, colorOf }: Scene, color: Color, ...rect: Rect): void => {
  context.fillStyle = colorOf(color);
  context.fillRect(...rect);
};

const fillTriangle = (
  { context, colorOf }: Scene,
  color: Color,
  ...corners: Array<[x: number, y: number]>
): void => {
  context.fillStyle = colorOf(color);
  context.beginPath();
  for (const corner of corners) context.lineTo(...corner);
  context.fill();
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

const drawBar = (scene: Scene, { outcome }: Bar, x: number, width: number, y: number): void => {
  const { context, colorOf } = scene;
  const top = y - barHeight / 2;
  if (width < 4) return fillRect(scene, outcome, x, top, width, barHeight);
  context.fillStyle = colorOf(outcome);
  context.beginPath();
  // A gap between bars that touch, so that requests can be counted.
  context.roundRect(x, top, width - 1, barHeight, 2);
  context.fill();
  if (outcome !== 'asking') return;
  context.strokeStyle = colorOf('page');
  context.lineWidth = 1;
  context.stroke();
};

const drawLane = (scene: Scene, lane: Lane, y: number): void => {
  const { window, now, width } = scene;
  const { bars, end } = lane;
  // What is drawn within one pixel of the same kind is drawn once.
  let [drawn, kind] = [-1, ''];
  for (let index = firstShown(bars, window.from); index < bars.length; index++) {
    const bar = bars[index];
    if (bar === undefined || bar.from > Math.min(window.to, now)) break;
    const from = Math.max(-4, xOf(scene, bar.from));
    const to = Math.min(width + 4, xOf(scene, Math.min(bar.to, now)));
    if (bar.outcome === 'asking' || to > drawn || bar.outcome !== kind) {
      const length = Math.max(to - from, 1.5);
      drawBar(scene, bar, from, length, y);
      drawn = from + length;
      kind = bar.outcome;
    }
    // The time up to the next one: of the consumer, or before the request is sent again.
    const next = bars[index + 1]?.from ?? end?.at ?? now;
    const wait = Math.min(width + 4, xOf(scene, Math.min(next, now))) - to;
    if (wait > 1 && bar.to < now)
      fillRect(scene, bar.outcome === 'retry' ? 'retry' : 'wait', to, y - 1, wait, 2);
    if (bar.held > 0)
      fillTriangle(scene, 'refresh', [from - 4, y - 11], [from + 4, y - 11], [from, y - 6]);
  }
  if (end === undefined || end.at > now) return;
  const x = xOf(scene, end.at) + 1;
  if (end.how === 'failed') fillTriangle(scene, 'failed', [x, y - 8], [x + 8, y], [x, y + 8]);
  else fillRect(scene, end.how, x, y - 8, 3, 16);
};

export const drawRuler = (scene: Scene): void => {
  const { context, window, width, height, colorOf, now } = scene;
  context.clearRect(0, 0, width, height);
  // A canvas loses both when its size changes. Setting a font is slow, so it is set only then.
  if (context.textBaseline !== 'middle') {
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
  }
  const withMs = window.to - window.from < 3_000;
  for (const tick of ticksOf(window, width)) {
    fillRect(scene, 'grid', xOf(scene, tick), 0, 1, height);
    context.fillStyle = colorOf('quiet');
    context.fillText(clockText(tick, withMs), xOf(scene, tick) + 4, height / 2);
  }
  fillRect(scene, 'accent', xOf(scene, now), 0, 1, height);
};

/** Draws lanes below each other, the first at a height that may lie above the canvas. */
export const drawLanes = (
  scene: Scene,
  lanes: ReadonlyArray<Lane>,
  top: number,
  holds: ReadonlyArray<HeldTime>,
  chosen: { readonly lane: Lane; readonly bar: Bar | undefined } | undefined,
): void => {
  const { context, window, width, height, colorOf, now } = scene;
  context.clearRect(0, 0, width, height);
  lanes.forEach((lane, index) => {
    const back = chosen?.lane === lane ? 'chosen' : stillFor(lane, now) > 0 ? 'still' : undefined;
    if (back !== undefined) fillRect(scene, back, 0, top + index * rowHeight, width, rowHeight);
  });
  for (const { from, until } of holds) {
    const x = xOf(scene, from);
    if (until >= window.from && from <= window.to)
      fillRect(scene, 'hold', x, 0, xOf(scene, until) - x, height);
  }
  for (const tick of ticksOf(window, width))
    fillRect(scene, 'grid', xOf(scene, tick), 0, 1, height);
  lanes.forEach((lane, index) => {
    const y = top + index * rowHeight + rowHeight / 2;
    drawLane(scene, lane, y);
    if (chosen?.lane !== lane || chosen.bar === undefined) return;
    const [from, to] = [xOf(scene, chosen.bar.from), xOf(scene, Math.min(chosen.bar.to, now))];
    context.strokeStyle = colorOf('text');
    context.lineWidth = 1.5;
    context.strokeRect(from - 2, y - 9, Math.max(4, to - from + 4), 18);
  });
  fillRect(scene, 'accent', xOf(scene, now), 0, 1, height);
};

/** The bar at a place of a lane, or the nearest one within some pixels. */
export const barAt = ({ bars }: Lane, x: number, scene: Scene): Bar | undefined => {
  let [best, distance]: [Bar | undefined, number] = [undefined, 6];
  for (const bar of bars.slice(firstShown(bars, scene.window.from))) {
    const away = Math.max(xOf(scene, bar.from) - x, x - xOf(scene, Math.min(bar.to, scene.now)), 0);
    if (away < distance && bar.from <= scene.now) [best, distance] = [bar, away];
  }
  return best;
};
