import { countStates, filterLanes, type Lane, type Shown } from '../model/Lane';
import { createPicture } from '../model/picture';
import type { SeenEvent } from '../model/SeenEvent';
import { barFacts, barText, laneFacts, lineText } from '../model/texts';
import { fitted, moved, type TimeScale, type Window, windowOf, zoomed } from '../model/timeScale';
import { type Choice, chosenBy } from './choice';
import { createDetails } from './details';
import { fitCanvas } from './dom';
import { barAt, drawLanes, drawRuler, rowHeight, type Scene } from './drawLanes';
import { createLayout } from './layout';
import { type Palette, paletteOf } from './palette';
import { listen } from './pointer';
import { createRedraw } from './redraw';
import { createRows, laneIdOf } from './rows';
import { createToolbar } from './toolbar';

export interface PanelOptions {
  /** The events are those of a recording: one that has not grown for a minute is over. */
  readonly isRecorded?: boolean;
  /** The names of the recordings, where there are several. */
  readonly sources?: ReadonlyArray<string>;
  /** Controls for the end of the toolbar. */
  readonly controls?: ReadonlyArray<HTMLElement>;
}

/** What a panel is made of and fed with. */
export interface Panel {
  readonly root: HTMLElement;
  /** Takes an event, of one of several recordings where there are more. */
  readonly add: (event: SeenEvent | undefined, source?: number) => void;
  /** Draws again, in other colours or another size. */
  readonly refresh: () => void;
  readonly clear: () => void;
  readonly stop: () => void;
}

const over = 60_000;

/** The milliseconds between two drawings that nothing but time asks for. */
const liveInterval = 80;

/** A panel: a lane for each walk. The `host` has its styles. */
export const createPanel = (host: Element, options: PanelOptions = {}): Panel => {
  const { isRecorded = false, sources = [], controls = [] } = options;
  const picture = createPicture();
  let scale: TimeScale = { span: 30_000, end: undefined };
  let isFitted = isRecorded;
  let pausedAt: number | undefined;
  let wanted: { readonly text: string; readonly shown: Shown } = { text: '', shown: 'all' };
  let choice: Choice | undefined;
  let lanes: ReadonlyArray<Lane> = [];
  let colours: Palette | undefined;
  let scene: Scene | undefined;

  const redraw = createRedraw(() => {
    draw();
  });

  /** The present; where nothing is under way, the moment of the last event. */
  const clock = (): number => {
    if (pausedAt !== undefined) return pausedAt;
    const present = Date.now();
    const { running } = countStates(picture.lanes.values(), present);
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

  const zoom = (factor: number, x?: number): void => {
    const shown = shownWindow(clock());
    rescale(zoomed(scale, factor, shown, momentAt(x ?? layout.time.clientWidth / 2, shown)));
  };

  const move = (pixels: number): void => {
    const shown = shownWindow(clock());
    rescale(moved(scale, shown, momentAt(pixels, shown) - shown.from));
  };

  const setPaused = (isPaused: boolean): void => {
    pausedAt = isPaused ? clock() : undefined;
    toolbar.setPaused(isPaused);
    redraw.now();
  };

  const clear = (): void => {
    picture.clear();
    choice = undefined;
    redraw.now();
  };

  const toolbar = createToolbar(
    {
      pause: setPaused,
      clear,
      filter: (text, shown) => {
        wanted = { text, shown };
        layout.scroller.scrollTop = 0;
        redraw.now();
      },
      zoom,
      fit: () => {
        rescale({ ...scale, end: undefined });
        isFitted = true;
      },
      follow: () => {
        rescale({ ...scale, end: undefined });
      },
    },
    controls,
  );
  const rows = createRows();
  const details = createDetails();
  const layout = createLayout(toolbar.root, rows.root, details.root);
  const { scroller, time, ruler, tip } = layout;

  const choose = (next: Choice | undefined): void => {
    choice = next;
    // Rows say themselves what they are.
    layout.say(next?.bar ? barText(next.bar, clock()) : '');
    if (next) {
      const top = lanes.indexOf(next.lane) * rowHeight;
      const room = scroller.clientHeight - rowHeight;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room;
      const shown = shownWindow(clock());
      const isSeen = next.bar === undefined || (next.bar.from >= shown.from && next.bar.from <= shown.to);
      if (next.bar && !isSeen) rescale({ span: scale.span, end: next.bar.from + scale.span / 2 });
    }
    redraw.now();
  };

  const laneAt = (y: number): Lane | undefined => lanes[Math.floor((y + scroller.scrollTop) / rowHeight)];

  const hover = (place: { readonly x: number; readonly y: number } | undefined): void => {
    tip.hidden = true;
    const lane = place && laneAt(place.y);
    if (!lane || !scene) return;
    const bar = barAt(lane, place.x, scene);
    if (!bar) return;
    tip.hidden = false;
    tip.textContent = barText(bar, clock());
    const left = Math.min(time.offsetLeft + place.x + 12, layout.root.clientWidth - tip.offsetWidth - 8);
    tip.style.transform = `translate(${Math.max(0, left)}px, ${scroller.offsetTop + place.y - tip.offsetHeight - 6}px)`;
  };

  listen(time, {
    hover,
    zoom,
    move,
    choose: (x, y) => {
      const lane = laneAt(y);
      choose(lane && { lane, bar: scene && barAt(lane, x, scene) });
    },
  });
  scroller.addEventListener('scroll', redraw.now, { passive: true });
  rows.root.addEventListener('click', ({ target }) => {
    const lane = picture.lanes.get(laneIdOf(target) ?? 0);
    choose(lane && { lane, bar: undefined });
  });
  rows.root.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const byKey = chosenBy(event.key, lanes, choice, Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 1));
    if (byKey) choose(byKey.choice);
    else if (event.key === '+' || event.key === '=') zoom(0.5);
    else if (event.key === '-') zoom(2);
    else if (event.key === ' ') setPaused(pausedAt === undefined);
    else return;
    event.preventDefault();
  });

  const drawTime = (now: number, first: number, last: number): void => {
    const [context, rulerContext] = [fitCanvas(time), fitCanvas(ruler)];
    if (!context || !rulerContext) return;
    colours ??= paletteOf(host);
    scene = { window: shownWindow(now), now, width: time.clientWidth, height: time.clientHeight, colours };
    const chosen = choice && ([choice.lane, choice.bar] as const);
    const top = first * rowHeight - scroller.scrollTop;
    drawLanes(context, lanes.slice(first, last), top, scene, { holds: picture.holds, chosen });
    drawRuler(rulerContext, { ...scene, height: ruler.clientHeight });
  };

  const drawSums = (now: number): void => {
    const counts = countStates(picture.lanes.values(), now);
    const seconds = Math.max(0.001, (picture.last - picture.first) / 1000);
    toolbar.count(counts);
    layout.showSums({
      walks: counts.all + picture.dropped,
      objects: picture.objects,
      pace: counts.running > 0 ? picture.rate.perSecond(now) : picture.objects / seconds || 0,
      line: lineText(picture.lines.values(), now),
    });
    layout.showEmpty(lanes.length > 0 ? '' : counts.all > 0 ? 'No walk is like that.' : 'No walk has begun yet.');
    if (pausedAt !== undefined || now < Date.now() - over || counts.running === 0) return;
    // Time alone changes nothing before the picture would move by a pixel.
    redraw.within(Math.min(1_000, Math.max(liveInterval, scale.span / Math.max(1, time.clientWidth))));
  };

  const draw = (): void => {
    const now = clock();
    const height = scroller.clientHeight;
    time.style.setProperty('--height', `${height}px`);
    // While it is paused, walks that have begun since then are not there yet.
    const begun = [...picture.lanes.values()].filter((lane) => pausedAt === undefined || lane.begun <= now);
    lanes = filterLanes(begun, wanted, now);
    if (choice && !picture.lanes.has(choice.lane.id)) choice = undefined;
    const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight));
    const last = Math.min(lanes.length, first + Math.ceil(height / rowHeight) + 1);
    const sourceOf = ({ source }: Lane): string => (sources.length > 1 ? (sources[source] ?? '') : '');
    rows.draw(lanes, { first, last, chosen: choice?.lane, now, sourceOf });
    drawTime(now, first, last);
    drawSums(now);
    details.show(choice ? (choice.bar ? barFacts(choice.lane, choice.bar, now) : laneFacts(choice.lane, now)) : []);
  };

  return {
    root: layout.root,
    add: (event, source) => {
      if (event === undefined) return;
      picture.add(event, source);
      if (pausedAt === undefined) redraw.within(liveInterval);
    },
    refresh: () => {
      colours = undefined;
      redraw.now();
    },
    clear,
    stop: redraw.stop,
  };
};
