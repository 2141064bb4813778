import type { SeenEvent } from '../model/SeenEvent';
import { barText } from '../model/texts';
import { type Choice, chosenBy } from './choice';
import { createControls } from './controls';
import { setText } from './dom';
import { barAt, rowHeight } from './drawLanes';
import { createDrawing, type Drawn, liveInterval } from './drawPanel';
import { createDetails, createLayout, createToolbar } from './layout';
import { clockOf, newPanelState, type PanelState, shownWindow } from './PanelState';
import { listen } from './pointer';
import { createRedraw } from './redraw';
import { createRows } from './rows';

export interface PanelOptions {
  /** The events are those of a recording: one that has not grown for a minute is over. */
  readonly isRecorded?: boolean;
  readonly sources?: ReadonlyArray<string>;
}

type Layout = ReturnType<typeof createLayout>;
type Controls = ReturnType<typeof createControls>;

/** Chooses a lane or a bar, and brings it into view. */
const choosing =
  (state: PanelState, { scroller, said }: Layout, { rescale }: Controls, changed: () => void) =>
  (next: Choice | undefined): void => {
    state.choice = next;
    // Rows say themselves what they are.
    setText(said, next?.bar ? barText(next.bar, clockOf(state)) : '');
    if (next) {
      const top = state.lanes.indexOf(next.lane) * rowHeight;
      const room = scroller.clientHeight - rowHeight;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room;
      const { from, to } = shownWindow(state);
      const begun = next.bar?.from ?? from;
      const { span } = state.scale;
      if (begun < from || begun > to) rescale({ span, end: begun + span / 2 });
    }
    changed();
  };

/** Says what the bar under the pointer is. */
const showTip = (
  { tip, time, root, scroller }: Layout,
  { x, y }: { readonly x: number; readonly y: number },
  text: string,
): void => {
  tip.textContent = text;
  const left = Math.min(time.offsetLeft + x + 12, root.clientWidth - tip.offsetWidth - 8);
  const top = scroller.offsetTop + y - tip.offsetHeight - 6;
  tip.style.transform = `translate(${Math.max(0, left)}px, ${top}px)`;
};

/** What the pointer does over the lanes. */
const listenToPointer = (
  state: PanelState,
  layout: Layout,
  drawn: Drawn,
  controls: Controls,
  choose: (next: Choice | undefined) => void,
): void => {
  const choiceAt = (x: number, y: number): Choice | undefined => {
    const lane = state.lanes[Math.floor((y + layout.scroller.scrollTop) / rowHeight)];
    return lane && { lane, bar: drawn.scene && barAt(lane, x, drawn.scene) };
  };
  listen(layout.time, {
    ...controls,
    choose: (x, y) => choose(choiceAt(x, y)),
    hover: (place) => {
      const bar = place && choiceAt(place.x, place.y)?.bar;
      layout.tip.hidden = bar === undefined;
      if (place && bar) showTip(layout, place, barText(bar, clockOf(state)));
    },
  });
};

/** What a key does where the list of walks has the focus. */
const listenToKeys = (
  rows: HTMLElement,
  state: PanelState,
  { scroller }: Layout,
  { zoom, pause }: Controls,
  choose: (next: Choice | undefined) => void,
): void => {
  rows.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const page = Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 1);
    const byKey = chosenBy(key, state.lanes, state.choice, page);
    const factor = { '+': 0.5, '=': 0.5, '-': 2 }[key];
    if (byKey) choose(byKey.choice);
    else if (factor !== undefined) zoom(factor);
    else if (key === ' ') pause();
    else return;
    event.preventDefault();
  });
};

/** A panel: a lane for each walk. The `host` has its styles, and `buttons` stand at the end of its toolbar. */
export const createPanel = (
  host: Element,
  { isRecorded = false, sources = [] }: PanelOptions,
  buttons: ReadonlyArray<HTMLElement>,
) => {
  const state = newPanelState(isRecorded);
  const redraw = createRedraw((isAsked) => {
    const ms = draw(clockOf(state), isAsked);
    if (ms !== undefined) redraw.within(ms);
  });
  const changed = (): void => {
    toolbar.setFollowing(state.scale.end === undefined);
    toolbar.setPaused(state.pausedAt !== undefined);
    redraw.now();
  };
  const controls = createControls(state, () => layout.time.clientWidth, changed);
  const toolbar = createToolbar(buttons, {
    ...controls,
    filter: (text, shown) => {
      layout.scroller.scrollTop = 0;
      controls.filter(text, shown);
    },
  });
  const rows = createRows(sources, (lane) => choose(lane && { lane, bar: undefined }));
  const details = createDetails();
  const layout = createLayout(toolbar.root, rows.root, details.root);
  const choose = choosing(state, layout, controls, changed);
  const { drawn, draw } = createDrawing(state, { host, toolbar, rows, details, layout });
  listenToPointer(state, layout, drawn, controls, choose);
  layout.scroller.addEventListener('scroll', redraw.now, { passive: true });
  listenToKeys(rows.root, state, layout, controls, choose);

  return {
    root: layout.root,
    /** Where the lanes are. When its size changes, they have to be drawn again. */
    scroller: layout.scroller,
    /** Takes an event, of one of several recordings where there are more. */
    add: (event: SeenEvent | undefined, source?: number): void => {
      if (event === undefined) return;
      state.picture.add(event, source);
      if (state.pausedAt !== undefined) return;
      // Assumed until the texts are drawn, which check it.
      drawn.isRunning = true;
      redraw.within(liveInterval);
    },
    refresh: (): void => {
      drawn.colorOf = undefined;
      redraw.now();
    },
    clear: controls.clear,
    stop: redraw.stop,
  };
};
