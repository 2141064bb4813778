import { barFacts, laneFacts, lineText } from '../model/texts';
import { fitCanvas, setText } from './dom';
import { createPalette, drawLanes, drawRuler, rowHeight, type Scene } from './drawLanes';
import type { createDetails, createLayout, createToolbar } from './layout';
import { overAfter, type PanelState, selectLanes, shownWindow } from './PanelState';
import type { createRows } from './rows';

/** What a panel is made of. */
interface PanelParts {
  readonly host: Element;
  readonly toolbar: ReturnType<typeof createToolbar>;
  readonly rows: ReturnType<typeof createRows>;
  readonly details: ReturnType<typeof createDetails>;
  readonly layout: ReturnType<typeof createLayout>;
}

/** The milliseconds between two drawings that nothing but time or an event asks for. */
export const liveInterval = 100;

const textInterval = 500;

/** How long to do nothing after some work, so that it takes a hundredth of the time, and as much again within the browser. */
const pauseAfter = (ms: number, least: number): number =>
  Math.max(least, Math.min(2_000, 400 * ms));

/** What the last drawing has measured and used. */
const newDrawn = () => ({
  sizes: { top: 0, height: 0, width: 0, ruler: 0 },
  colorOf: undefined as Scene['colorOf'] | undefined,
  scene: undefined as Scene | undefined,
  textsDue: -Infinity,
  /** Whether time alone changes the picture. */
  isRunning: false,
});

export type Drawn = ReturnType<typeof newDrawn>;

const inView = ({ lanes }: PanelState, { sizes: { top, height } }: Drawn) => {
  const first = Math.max(0, Math.floor(top / rowHeight));
  return { first, last: Math.min(lanes.length, first + Math.ceil(height / rowHeight) + 1) };
};

const measure = ({ layout: { scroller, time, ruler } }: PanelParts, drawn: Drawn): void => {
  const { scrollTop: top, clientHeight: height } = scroller;
  drawn.sizes = { top, height, width: time.clientWidth, ruler: ruler.clientHeight };
};

const drawTexts = (state: PanelState, drawn: Drawn, parts: PanelParts, now: number): void => {
  const { toolbar, rows, details, layout } = parts;
  const { picture, pausedAt } = state;
  // Before anything is written: the browser need not lay out the page for it.
  measure(parts, drawn);
  const { width, height } = drawn.sizes;
  const counts = selectLanes(state, now);
  const { lanes, choice } = state;
  layout.time.style.setProperty('--height', `${height}px`);
  // The lanes have a scroll bar beside them, the ruler has none.
  layout.ruler.style.width = `${width}px`;
  rows.draw(lanes, { ...inView(state, drawn), chosen: choice?.lane, now });
  toolbar.count(counts);
  const seconds = Math.max(0.001, (picture.last - picture.first) / 1000);
  const pace = counts.running > 0 ? picture.rate.perSecond(now) : picture.objects / seconds || 0;
  const line = lineText(picture.lines.values(), now, picture.slowed);
  layout.showSums(counts.all + picture.dropped, picture.objects, pace, line);
  const nothing = counts.all > 0 ? 'No walk is like that.' : 'No walk has begun yet.';
  setText(layout.empty, lanes.length > 0 ? '' : nothing);
  const { lane, bar } = choice ?? {};
  details.show(lane ? (bar ? barFacts(lane, bar, now) : laneFacts(lane, now)) : []);
  drawn.isRunning = counts.running > 0 && pausedAt === undefined && now > Date.now() - overAfter;
};

const drawTime = (state: PanelState, drawn: Drawn, parts: PanelParts, now: number): void => {
  const { time, ruler } = parts.layout;
  const { width, height, top, ruler: rulerHeight } = drawn.sizes;
  const context = fitCanvas(time, width, height);
  const rulerContext = fitCanvas(ruler, width, rulerHeight);
  if (!context || !rulerContext) return;
  drawn.colorOf ??= createPalette(parts.host);
  const { colorOf } = drawn;
  const scene = { context, window: shownWindow(state, now), now, width, height, colorOf };
  drawn.scene = scene;
  const { first, last } = inView(state, drawn);
  const shown = state.lanes.slice(first, last);
  drawLanes(scene, shown, first * rowHeight - top, state.picture.holds, state.choice);
  drawRuler({ ...scene, context: rulerContext, height: rulerHeight });
};

/** Draws a panel. Texts change less often than the drawing, so that they can be read, and because they cost more. */
export const createDrawing = (state: PanelState, parts: PanelParts) => {
  const drawn = newDrawn();
  return {
    drawn,
    /** Gives for how many milliseconds the drawing is good; undefined until something happens. */
    draw: (now: number, isAsked: boolean): number | undefined => {
      const begun = performance.now();
      if (isAsked || begun >= drawn.textsDue) {
        drawTexts(state, drawn, parts, now);
        drawn.textsDue = begun + pauseAfter(performance.now() - begun, textInterval);
      }
      const drawing = performance.now();
      drawTime(state, drawn, parts, now);
      if (!drawn.isRunning) return undefined;
      // While nothing happens, the picture changes when it has moved by a pixel.
      const perPixel = Math.min(1_000, state.scale.span / Math.max(1, drawn.sizes.width));
      return Math.max(perPixel, pauseAfter(performance.now() - drawing, liveInterval));
    },
  };
};
