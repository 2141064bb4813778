import { type Bar, createRate, type End, type Lane, openBars } from './Lane';
import type { SeenEvent, SeenOfPolite, SeenOfWalk } from './SeenEvent';

/** A time in which a `polite` started nothing, because its service had asked for that. */
export interface HeldTime {
  readonly from: number;
  until: number;
}

const addBar = (lane: Lane, page: number, attempt: number, from: number, held: number): Bar => {
  const bar: Bar = {
    page,
    attempt,
    from,
    held,
    to: Infinity,
    outcome: 'asking',
    objects: 0,
    delay: 0,
    failure: '',
  };
  lane.bars.push(bar);
  return bar;
};

const openBarOf = (lane: Lane, page: number): Bar | undefined =>
  openBars(lane).find((bar) => bar.page === page);

/** The request for a page that is under way, or what can be known of one that began before anybody looked. */
const openBar = (lane: Lane, page: number, from: number): Bar =>
  openBarOf(lane, page) ?? addBar(lane, page, 1, from, 0);

const close = (bar: Bar, at: number, came: Partial<Bar>): void => {
  Object.assign(bar, { to: Math.max(at, bar.from), ...came });
};

/** What `failed` says without an error of a walk. The exception itself went to the application. */
const failedOutside = 'an exception of the work, of finish or of the store ended it, under durable';

/** How a walk has ended. An exception under `durable` unsubscribes it, and is a failure all the same. */
const endOf = ({ at, failure, unsubscribed, failed, doubts }: SeenOfWalk): End => {
  const isFailed = failed || (failure !== '' && !unsubscribed);
  const how = isFailed ? 'failed' : unsubscribed ? 'unsubscribed' : 'done';
  return { at, how, failure: failed ? failure || failedOutside : failure, doubts };
};

/** The page that failed is the next one to be emitted. What else was under way was aborted. */
const closeAll = (lane: Lane, { at, failure, unsubscribed }: SeenOfWalk): void => {
  const aborted = { outcome: 'unsubscribed' } as const;
  const [next, ...others] = [...openBars(lane)].sort((one, other) => one.page - other.page);
  const isOfPage = failure !== '' && !unsubscribed;
  if (next) close(next, at, isOfPage ? { outcome: 'failed', failure } : aborted);
  for (const bar of others) close(bar, at, aborted);
};

const enter = (lane: Lane, event: SeenOfWalk): void => {
  const { at, page, objects, failure } = event;
  switch (event.type) {
    case 'request': {
      // A page that was asked for too early and is asked for again, or a recording that has lost a line.
      const before = openBarOf(lane, page);
      if (before) close(before, at, { outcome: 'unsubscribed' });
      addBar(lane, page, event.attempt, at, lane.held);
      lane.held = 0;
      return;
    }
    case 'page':
      close(openBar(lane, page, at - event.ms), at, { outcome: 'page', objects });
      lane.pages += 1;
      lane.objects += objects;
      lane.moved = at;
      lane.rate.add(at, objects);
      return;
    case 'retry':
      close(openBar(lane, page, at), at, { outcome: 'retry', delay: event.delay, failure });
      lane.retries += 1;
      return;
    case 'refresh':
      close(openBar(lane, page, at), at, { outcome: 'refresh' });
      return;
    case 'hold':
      lane.held = event.ms;
      return;
    case 'restart':
      lane.restarts = event.restarts;
      lane.end = { at, failure: '', doubts: [], ...lane.end, how: 'restarted' };
      return;
    case 'end':
      closeAll(lane, event);
      lane.end = endOf(event);
  }
};

const maxHolds = 200;

/** How many walks of one endpoint that have labels and are done stay to be looked at. */
const maxDone = 32;

/** Enters a hold; one that is made longer is still one hold. */
const enterHold = (holds: Array<HeldTime>, { at, heldUntil }: SeenOfPolite): void => {
  if (heldUntil <= at) return;
  const last = holds.at(-1);
  if (last && last.until >= at) last.until = Math.max(last.until, heldUntil);
  else holds.push({ from: at, until: heldUntil });
  if (holds.length > maxHolds) holds.shift();
};

const laneKey = ({ source, walk }: Pick<Lane, 'source' | 'walk'>): string => `${source} ${walk}`;

const emptyCounts = () => ({
  objects: 0,
  rate: createRate(),
  dropped: 0,
  first: Infinity,
  last: -Infinity,
});

export type Picture = ReturnType<typeof createPicture>;

/** Everything that is known of the walks. It has no clock and no window: the same events give the same lanes. */
export const createPicture = ({ maxLanes = 2_000, maxBars = 60_000 } = {}) => {
  /** In the order in which they began. */
  const lanes = new Set<Lane>();
  const byWalk = new Map<string, Lane>();
  /** The states of the `polite`s, as they were last reported. */
  const lines = new Map<number, SeenOfPolite>();
  /** The oldest first. */
  const holds: Array<HeldTime> = [];
  let bars = 0;

  const forget = (lane: Lane): void => {
    lanes.delete(lane);
    bars -= lane.bars.length;
    picture.dropped += 1;
    if (byWalk.get(laneKey(lane)) === lane) byWalk.delete(laneKey(lane));
  };

  /** `walkEach` has a walk for each parent: those that are done would hide those that are under way. */
  const forgetDone = ({ source, endpoint }: Lane): void => {
    const isLike = (lane: Lane): boolean =>
      lane.end?.how === 'done' &&
      lane.label !== '' &&
      lane.source === source &&
      lane.endpoint === endpoint;
    [...lanes].filter(isLike).slice(0, -maxDone).forEach(forget);
  };

  /** Makes room for another lane: the oldest that has ended goes, or else the oldest. */
  const makeRoom = (): void => {
    if (lanes.size < maxLanes) return;
    const all = [...lanes];
    const chosen = all.find(({ end }) => end) ?? all[0];
    if (chosen) forget(chosen);
  };

  /** Half of what may be remembered stays, shared out among the lanes; so this is not done often. */
  const trim = (): void => {
    const share = Math.max(1, Math.floor(maxBars / 2 / lanes.size));
    bars = 0;
    for (const lane of lanes) {
      const surplus = lane.bars.length - share;
      if (surplus > 0) {
        lane.bars = lane.bars.slice(surplus);
        lane.dropped += surplus;
      }
      bars += lane.bars.length;
    }
  };

  const laneOf = (event: SeenOfWalk, source: number): Lane => {
    const { type, at, walk, endpoint, label } = event;
    const before = byWalk.get(laneKey({ source, walk }));
    // Only a walk that has not ended sends a request.
    if (before && (before.end === undefined || type !== 'request')) return before;
    makeRoom();
    const begun = type === 'page' ? at - event.ms : at;
    const counts = { dropped: 0, pages: 0, objects: 0, retries: 0, restarts: 0, held: 0 };
    const known = { source, walk, endpoint, label, begun, moved: begun };
    const lane: Lane = { ...known, ...counts, bars: [], rate: createRate() };
    lanes.add(lane);
    byWalk.set(laneKey(lane), lane);
    return lane;
  };

  const note = (event: SeenOfWalk, source: number): void => {
    const lane = laneOf(event, source);
    const before = lane.bars.length;
    enter(lane, event);
    bars += lane.bars.length - before;
    if (event.type === 'page') {
      picture.objects += event.objects;
      picture.rate.add(event.at, event.objects);
    }
    if (event.type === 'end' && lane.label !== '') forgetDone(lane);
    if (bars > maxBars) trim();
  };

  /** All objects that have come, those of forgotten walks included, and how many walks were forgotten. */
  const picture = {
    lanes,
    lines,
    holds,
    ...emptyCounts(),
    add: (event: SeenEvent, source = 0): void => {
      picture.first = Math.min(picture.first, event.at);
      picture.last = Math.max(picture.last, event.at);
      if (event.type === 'polite') {
        lines.set(source, event);
        enterHold(holds, event);
      } else note(event, source);
    },
    clear: (): void => {
      lanes.clear();
      byWalk.clear();
      lines.clear();
      holds.length = 0;
      bars = 0;
      Object.assign(picture, emptyCounts());
    },
  };
  return picture;
};
