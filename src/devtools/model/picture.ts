import { type Bar, type Lane, openBars } from './Lane';
import { createRate, type Rate } from './Rate';
import type { SeenEvent } from './SeenEvent';

/** The state of a `polite`, as it was last reported. */
export type Line = Omit<Extract<SeenEvent, { type: 'polite' }>, 'type'>;

/** A time in which a `polite` started nothing, because its service had asked for that. */
export interface Hold {
  readonly from: number;
  until: number;
}

export interface Limits {
  readonly maxLanes: number;
  readonly maxBars: number;
}

/**
 * Everything that is known of the walks. It has no clock and no window: events go in, lanes come out, and the same events
 * give the same lanes.
 */
export interface Picture {
  /** In the order in which they began. */
  readonly lanes: ReadonlyMap<number, Lane>;
  /** All objects that have come, those of forgotten walks included. */
  readonly objects: number;
  readonly rate: Rate;
  readonly lines: ReadonlyMap<number, Line>;
  /** The oldest first. */
  readonly holds: ReadonlyArray<Hold>;
  readonly dropped: number;
  readonly first: number;
  readonly last: number;
  readonly add: (event: SeenEvent, source?: number) => void;
  readonly clear: () => void;
}

const newBar = (page: number, attempt: number, from: number, held: number): Bar => ({
  page,
  attempt,
  from,
  held,
  to: Infinity,
  outcome: 'asking',
  objects: 0,
  delay: 0,
  failure: '',
});

const openBarOf = (lane: Lane, page: number): Bar | undefined => openBars(lane).find((bar) => bar.page === page);

/** The request for a page that is under way, or what can be known of one that began before anybody looked. */
const openBar = (lane: Lane, page: number, from: number): Bar => {
  const open = openBarOf(lane, page);
  if (open) return open;
  const bar = newBar(page, 1, from, 0);
  lane.bars.push(bar);
  return bar;
};

const close = (bar: Bar, at: number, outcome: Bar['outcome']): void => {
  bar.to = Math.max(at, bar.from);
  bar.outcome = outcome;
};

type WalkEvent = Exclude<SeenEvent, { type: 'polite' }>;

const enter = (lane: Lane, event: WalkEvent): void => {
  const { at, page } = event;
  switch (event.type) {
    case 'request': {
      // A page that was asked for too early and is asked for again, or a recording that has lost a line.
      const before = openBarOf(lane, page);
      if (before) close(before, at, 'unsubscribed');
      lane.bars.push(newBar(page, event.attempt, at, lane.held));
      lane.held = 0;
      return;
    }
    case 'page': {
      const bar = openBar(lane, page, at - event.ms);
      close(bar, at, 'page');
      bar.objects = event.objects;
      lane.pages += 1;
      lane.objects += event.objects;
      lane.moved = at;
      lane.rate.add(at, event.objects);
      return;
    }
    case 'retry': {
      const bar = openBar(lane, page, at);
      close(bar, at, 'retry');
      bar.delay = event.delay;
      bar.failure = event.failure;
      lane.retries += 1;
      return;
    }
    case 'refresh':
      close(openBar(lane, page, at), at, 'refresh');
      return;
    case 'hold':
      lane.held = event.ms;
      return;
    case 'restart':
      lane.restarts = event.restarts;
      lane.end = { at: lane.end?.at ?? at, how: 'restarted', failure: lane.end?.failure ?? '', unseen: '' };
      return;
    case 'end': {
      const { failure = '', unsubscribed, unseen } = event;
      // The page that failed is the next one to be emitted; those after it were aborted.
      const [next, ...others] = [...openBars(lane)].sort((one, other) => one.page - other.page);
      if (next) {
        close(next, at, failure === '' ? 'unsubscribed' : 'failed');
        next.failure = failure;
      }
      for (const bar of others) close(bar, at, 'unsubscribed');
      lane.end = { at, how: unsubscribed ? 'unsubscribed' : failure === '' ? 'done' : 'failed', failure, unseen };
    }
  }
};

const maxHolds = 200;

/** How many walks of one endpoint that have labels and are done stay to be looked at. */
const maxDone = 32;

/** Enters a hold; one that is made longer is still one hold. */
const enterHold = (holds: Array<Hold>, { at, heldUntil }: Line): void => {
  if (heldUntil <= at) return;
  const last = holds.at(-1);
  if (last && last.until >= at) last.until = Math.max(last.until, heldUntil);
  else holds.push({ from: at, until: heldUntil });
  if (holds.length > maxHolds) holds.shift();
};

const keyOf = (source: number, walk: number | string): string => `${source} ${walk}`;

const emptied = () => ({ objects: 0, rate: createRate(), dropped: 0, first: Infinity, last: -Infinity });

/** An event that only a walk which has not ended can have. */
const isOfNewWalk = (lane: Lane, { type }: WalkEvent): boolean => lane.end !== undefined && type === 'request';

export const createPicture = ({ maxLanes, maxBars }: Limits = { maxLanes: 2_000, maxBars: 60_000 }): Picture => {
  const lanes = new Map<number, Lane>();
  const byWalk = new Map<string, Lane>();
  const lines = new Map<number, Line>();
  const holds: Array<Hold> = [];
  /** The lane of the event before: a page and the request for the next one come together. */
  let latest: Lane | undefined;
  let bars = 0;
  let next = 1;
  /** Walks with a label that are done, by their endpoint, the oldest first. */
  const done = new Map<string, ReadonlyArray<Lane>>();
  const forget = (lane: Lane): void => {
    if (!lanes.delete(lane.id)) return;
    if (latest === lane) latest = undefined;
    bars -= lane.bars.length;
    picture.dropped += 1;
    const key = keyOf(lane.source, lane.walk);
    if (byWalk.get(key) === lane) byWalk.delete(key);
  };

  /** `walkEach` has a walk for each parent: those that are done would hide those that are under way. */
  const forgetDone = (lane: Lane): void => {
    if (lane.end?.how !== 'done' || lane.label === '') return;
    const key = keyOf(lane.source, lane.endpoint);
    const all = [...(done.get(key) ?? []), lane];
    done.set(key, all.slice(-maxDone));
    all.slice(0, -maxDone).forEach(forget);
  };

  /** Makes room for another lane: the oldest that has ended goes, or else the oldest. */
  const makeRoom = (): void => {
    if (lanes.size < maxLanes) return;
    const all = [...lanes.values()];
    const chosen = all.find(({ end }) => end) ?? all[0];
    if (chosen) forget(chosen);
  };

  /** Half of what may be remembered stays, shared out among the lanes; so this is not done often. */
  const trim = (): void => {
    const share = Math.max(1, Math.floor(maxBars / 2 / lanes.size));
    bars = 0;
    for (const lane of lanes.values()) {
      const surplus = lane.bars.length - share;
      if (surplus > 0) {
        lane.bars = lane.bars.slice(surplus);
        lane.dropped += surplus;
      }
      bars += lane.bars.length;
    }
  };

  const laneOf = (event: WalkEvent, source: number): Lane => {
    if (latest?.walk === event.walk && latest.source === source && !isOfNewWalk(latest, event)) return latest;
    const key = keyOf(source, event.walk);
    const before = byWalk.get(key);
    if (before && !isOfNewWalk(before, event)) return before;
    makeRoom();
    const { at, walk, endpoint, label } = event;
    const begun = event.type === 'page' ? at - event.ms : at;
    const counts = { dropped: 0, pages: 0, objects: 0, retries: 0, restarts: 0, held: 0 };
    const known = { source, walk, endpoint, label, begun, moved: begun };
    const lane: Lane = { id: next++, ...known, ...counts, bars: [], rate: createRate() };
    lanes.set(lane.id, lane);
    byWalk.set(key, lane);
    return lane;
  };

  const note = (event: WalkEvent, source: number): void => {
    const lane = laneOf(event, source);
    latest = lane;
    const before = lane.bars.length;
    enter(lane, event);
    bars += lane.bars.length - before;
    if (event.type === 'page') {
      picture.objects += event.objects;
      picture.rate.add(event.at, event.objects);
    }
    if (event.type === 'end') forgetDone(lane);
    if (bars > maxBars) trim();
  };

  const picture: { -readonly [K in keyof Picture]: Picture[K] } = {
    lanes,
    lines,
    holds,
    ...emptied(),
    add: (event, source = 0) => {
      picture.first = Math.min(picture.first, event.at);
      picture.last = Math.max(picture.last, event.at);
      if (event.type !== 'polite') {
        note(event, source);
        return;
      }
      lines.set(source, event);
      enterHold(holds, event);
    },
    clear: () => {
      lanes.clear();
      byWalk.clear();
      done.clear();
      latest = undefined;
      lines.clear();
      holds.length = 0;
      bars = 0;
      Object.assign(picture, emptied());
    },
  };
  return picture;
};
