import { countStates, filterLanes, type Lane, type LaneFilter } from '../model/Lane';
import { createPicture } from '../model/picture';
import type { SeenEvent } from '../model/SeenEvent';
import { barFacts, barText, laneFacts, lineText } from '../model/texts';
import { fitted, moved, type TimeScale, type Window, windowOf, zoomed } from '../model/timeScale';
import { type Choice, chosenBy } from './choice';
import { fitCanvas, setText } from './dom';
import { barAt, createPalette, drawLanes, drawRuler, rowHeight, type Scene } from './drawLanes';
import { createDetails, createLayout, createToolbar } from './layout';
import { listen } from './pointer';
import { createRedraw } from './redraw';
import { createRows } from './rows';

export interface PanelOptions {
  /** The events are those of a recording: one that has not grown for a minute is over. */
  readonly isRecorded?: boolean;
  readonly sources?: ReadonlyArray<string>;
}

const over = 60_000;

/** The milliseconds between two drawings that nothing but time or an event asks for. */
const liveInterval = 100;

const textInterval = 500;

/** How long to do nothing after some work, so that it takes a hundredth of the time, and as much again within the browser. */
const pauseAfter = (ms: number, least: number): number =>
  Math.max(least, Math.min(2_000, 400 * ms));

/** A panel: a lane for each walk. The `host` has its styles, and `controls` stand at the end of its toolbar. */
export const createPanel = (
  host: Element,
  options: PanelOptions,
  controls: ReadonlyArray<HTMLElement>,
) => {
  const { isRecorded = false, sources = [] } = options;
  const picture = createPicture();
  let scale: TimeScale = { span: 30_000, end: undefined };
  let isFitted = isRecorded;
  let pausedAt: number | undefined;
  let wanted: { readonly text: string; readonly shown: LaneFilter } = { text: '', shown: 'all' };
  let choice: Choice | undefined;
  let lanes: ReadonlyArray<Lane> = [];
  let colourOf: Scene['colourOf'] | undefined;
  let scene: Scene | undefined;
  let sizes = { top: 0, height: 0, width: 0, ruler: 0 };
  let textsDue = -Infinity;
  let isRunning = false;

  const redraw = createRedraw((isAsked) => draw(isAsked));

  /** The present; where nothing is under way, the moment of the last event. */
  const clock = (): number => {
    if (pausedAt !== undefined) return pausedAt;
    const present = Date.now();
    const { running } = countStates(picture.lanes, present);
    const isOver = running === 0 || (isRecorded && present - picture.last > over);
    return isOver && Number.isFinite(picture.last) ? picture.last : present;
  };

  const shownWindow = (now: number): Window => {
    if (isFitted && Number.isFinite(picture.first)) scale = fitted(picture.first, now);
    return windowOf(scale, { first: picture.first, now });
  };

  const rescale = (next: TimeScale): void => {
    isFitted = false;
    scale = next;
    toolbar.setFollowing(scale.end === undefined);
    redraw.now();
  };

  const momentAt = (x: number, { from, to }: Window): number =>
    from + (x / Math.max(1, layout.time.clientWidth)) * (to - from);

  const zoom = (factor: number, x = layout.time.clientWidth / 2): void => {
    const shown = shownWindow(clock());
    rescale(zoomed(scale, factor, shown, momentAt(x, shown)));
  };

  const move = (pixels: number): void => {
    const shown = shownWindow(clock());
    rescale(moved(scale, shown, momentAt(pixels, shown) - shown.from));
  };

  const pause = (): void => {
    pausedAt = pausedAt === undefined ? clock() : undefined;
    toolbar.setPaused(pausedAt !== undefined);
    redraw.now();
  };

  const clear = (): void => {
    picture.clear();
    choice = undefined;
    redraw.now();
  };

  const follow = (): void => rescale({ ...scale, end: undefined });

  const toolbar = createToolbar(controls, {
    pause,
    clear,
    filter: (text, shown) => {
      wanted = { text, shown };
      layout.scroller.scrollTop = 0;
      redraw.now();
    },
    zoom,
    fit: () => {
      follow();
      isFitted = true;
    },
    follow,
  });
  const rows = createRows(sources, (lane) => choose(lane && { lane, bar: undefined }));
  const details = createDetails();
  const layout = createLayout(toolbar.root, rows.root, details.root);
  const { scroller, time, ruler, tip } = layout;

  const choose = (next: Choice | undefined): void => {
    choice = next;
    // Rows say themselves what they are.
    setText(layout.said, next?.bar ? barText(next.bar, clock()) : '');
    if (next) {
      const top = lanes.indexOf(next.lane) * rowHeight;
      const room = scroller.clientHeight - rowHeight;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room;
      const { from, to } = shownWindow(clock());
      const begun = next.bar?.from ?? from;
      if (begun < from || begun > to) rescale({ span: scale.span, end: begun + scale.span / 2 });
    }
    redraw.now();
  };

  const choiceAt = (x: number, y: number): Choice | undefined => {
    const lane = lanes[Math.floor((y + scroller.scrollTop) / rowHeight)];
    return lane && { lane, bar: scene && barAt(lane, x, scene) };
  };

  const hover = (place: { readonly x: number; readonly y: number } | undefined): void => {
    const bar = place && choiceAt(place.x, place.y)?.bar;
    tip.hidden = bar === undefined;
    if (!place || !bar) return;
    tip.textContent = barText(bar, clock());
    const x = Math.min(
      time.offsetLeft + place.x + 12,
      layout.root.clientWidth - tip.offsetWidth - 8,
    );
    tip.style.transform = `translate(${Math.max(0, x)}px, ${scroller.offsetTop + place.y - tip.offsetHeight - 6}px)`;
  };

  listen(time, { hover, zoom, move, choose: (x, y) => choose(choiceAt(x, y)) });
  scroller.addEventListener('scroll', redraw.now, { passive: true });
  rows.root.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const byKey = chosenBy(
      event.key,
      lanes,
      choice,
      Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 1),
    );
    if (byKey) choose(byKey.choice);
    else if (event.key === '+' || event.key === '=') zoom(0.5);
    else if (event.key === '-') zoom(2);
    else if (event.key === ' ') pause();
    else return;
    event.preventDefault();
  });

  const inView = (): readonly [first: number, last: number] => {
    const first = Math.max(0, Math.floor(sizes.top / rowHeight));
    return [first, Math.min(lanes.length, first + Math.ceil(sizes.height / rowHeight) + 1)];
  };

  const drawTexts = (now: number): void => {
    // Before anything is written: the browser need not lay out the page for it.
    const { scrollTop: top, clientHeight: height } = scroller;
    sizes = { top, height, width: time.clientWidth, ruler: ruler.clientHeight };
    // While it is paused, walks that have begun since then are not there yet.
    const begun = [...picture.lanes].filter((lane) => pausedAt === undefined || lane.begun <= now);
    lanes = filterLanes(begun, wanted, now);
    if (choice && !picture.lanes.has(choice.lane)) choice = undefined;
    const [first, last] = inView();
    const counts = countStates(begun, now);
    const seconds = Math.max(0.001, (picture.last - picture.first) / 1000);
    time.style.setProperty('--height', `${sizes.height}px`);
    // The lanes have a scroll bar beside them, the ruler has none.
    ruler.style.width = `${sizes.width}px`;
    rows.draw(lanes, { first, last, chosen: choice?.lane, now });
    toolbar.count(counts);
    const pace = counts.running > 0 ? picture.rate.perSecond(now) : picture.objects / seconds || 0;
    const line = lineText(picture.lines.values(), now);
    layout.showSums(counts.all + picture.dropped, picture.objects, pace, line);
    const nothing = counts.all > 0 ? 'No walk is like that.' : 'No walk has begun yet.';
    setText(layout.empty, lanes.length > 0 ? '' : nothing);
    details.show(
      choice
        ? choice.bar
          ? barFacts(choice.lane, choice.bar, now)
          : laneFacts(choice.lane, now)
        : [],
    );
    isRunning = counts.running > 0 && pausedAt === undefined && now > Date.now() - over;
  };

  const drawTime = (now: number): void => {
    const { width, height, top } = sizes;
    const [context, rulerContext] = [
      fitCanvas(time, width, height),
      fitCanvas(ruler, width, sizes.ruler),
    ];
    if (!context || !rulerContext) return;
    colourOf ??= createPalette(host);
    scene = { context, window: shownWindow(now), now, width, height, colourOf };
    const [first, last] = inView();
    drawLanes(scene, lanes.slice(first, last), first * rowHeight - top, picture.holds, choice);
    drawRuler({ ...scene, context: rulerContext, height: sizes.ruler });
  };

  /** Texts change less often than the drawing, so that they can be read, and because they cost more. */
  const draw = (isAsked: boolean): void => {
    const now = clock();
    const begun = performance.now();
    if (isAsked || begun >= textsDue) {
      drawTexts(now);
      textsDue = begun + pauseAfter(performance.now() - begun, textInterval);
    }
    const drawing = performance.now();
    drawTime(now);
    if (!isRunning) return;
    // While nothing happens, the picture changes when it has moved by a pixel.
    const perPixel = Math.min(1_000, scale.span / Math.max(1, sizes.width));
    redraw.within(Math.max(perPixel, pauseAfter(performance.now() - drawing, liveInterval)));
  };

  return {
    root: layout.root,
    /** Where the lanes are. When its size changes, they have to be drawn again. */
    scroller,
    /** Takes an event, of one of several recordings where there are more. */
    add: (event: SeenEvent | undefined, source?: number): void => {
      if (event === undefined) return;
      picture.add(event, source);
      if (pausedAt !== undefined) return;
      // Assumed until the texts are drawn, which check it.
      isRunning = true;
      redraw.within(liveInterval);
    },
    refresh: (): void => {
      colourOf = undefined;
      redraw.now();
    },
    clear,
    stop: redraw.stop,
  };
};
