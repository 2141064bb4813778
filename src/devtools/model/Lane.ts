import type { Fact } from './facts';

export type LaneOutcome = 'asking' | 'page' | 'retry' | 'refresh' | 'failed' | 'unsubscribed';

export interface Bar {
  readonly page: number;
  readonly attempt: number;
  readonly from: number;
  to: number;
  outcome: LaneOutcome;
  objects: number;
  /** How long the walk waits after it before it asks again. */
  delay: number;
  /** What went wrong; empty where nothing did. */
  failure: string;
  /** How long its page token was held while the valve was closed, where that is why it was sent. */
  readonly held: number;
}

export interface End {
  readonly at: number;
  readonly how: 'done' | 'failed' | 'unsubscribed' | 'restarted';
  /** Why it failed; empty where it did not. */
  readonly failure: string;
  /** What it leaves in doubt. */
  readonly doubts: ReadonlyArray<Fact>;
}

/** Seconds that count, the one under way aside. */
const window = 5;

const secondOf = (at: number): number => Math.floor(at / 1000);

/** How many objects come in a second, over the last seconds. Its size does not depend on how much happens. */
export const createRate = () => {
  const counts = new Map<number, number>();
  let begun = Infinity;
  return {
    add: (at: number, count: number): void => {
      const second = secondOf(at);
      if (!counts.has(second))
        for (const old of counts.keys()) if (old < second - window) counts.delete(old);
      counts.set(second, (counts.get(second) ?? 0) + count);
      begun = Math.min(begun, second);
    },
    perSecond: (now: number): number => {
      const second = secondOf(now);
      let sum = 0;
      for (const [at, count] of counts) if (at >= second - window) sum += count;
      return sum / Math.min(window + 1, Math.max(1, second - begun + 1));
    },
  };
};

export type Rate = ReturnType<typeof createRate>;

export interface Lane {
  /** Which recording it is from; 0 for the only one. */
  readonly source: number;
  readonly walk: number;
  readonly endpoint: string;
  readonly label: string;
  readonly begun: number;
  /** The oldest first. */
  bars: Array<Bar>;
  dropped: number;
  pages: number;
  objects: number;
  retries: number;
  restarts: number;
  /** When it last came further. */
  moved: number;
  /** A hold that was reported, and whose request has not been seen yet. */
  held: number;
  end?: End;
  readonly rate: Rate;
}

export type State = 'asking' | 'retrying' | 'waiting' | End['how'];

/** How far back a bar can be under way, or end after one that began later: a walk has 32 requests in flight at most. */
export const maxOverlap = 64;

/** The requests under way, the first one first. With `readAhead` there may be several, each for another page. */
export const openBars = ({ bars }: Lane): ReadonlyArray<Bar> =>
  bars.slice(-maxOverlap).filter(({ outcome }) => outcome === 'asking');

export const laneState = (lane: Lane): State => {
  if (lane.end) return lane.end.how;
  const last = lane.bars.at(-1);
  if (openBars(lane).length > 0 || last?.outcome === 'refresh') return 'asking';
  return last?.outcome === 'retry' ? 'retrying' : 'waiting';
};

/** A walk is said to stand still if it brought nothing for this many milliseconds. */
export const stillAfter = 5_000;

/** For how long a walk has stood still; 0 for one that moves or has ended. */
export const stillFor = ({ end, moved }: Lane, now: number): number =>
  end || now - moved < stillAfter ? 0 : now - moved;

/** Objects per second: now, or of the whole walk once it has ended. */
export const objectsPerSecond = ({ end, objects, begun, rate }: Lane, now: number): number =>
  end ? objects / Math.max(0.001, (end.at - begun) / 1000) : rate.perSecond(now);

export type LaneFilter = 'all' | 'running' | 'still' | 'failed' | 'ended';

const passesFilter: Readonly<Record<LaneFilter, (lane: Lane, now: number) => boolean>> = {
  all: () => true,
  running: ({ end }) => end === undefined,
  still: (lane, now) => stillFor(lane, now) > 0,
  failed: ({ end }) => end?.how === 'failed',
  ended: ({ end }) => end !== undefined,
};

const states = Object.keys(passesFilter) as ReadonlyArray<LaneFilter>;

export const titleOf = ({ label, endpoint }: Lane): string => label || endpoint || 'walk';

export const filterLanes = (
  lanes: Iterable<Lane>,
  { text, shown }: { readonly text: string; readonly shown: LaneFilter },
  now: number,
): Array<Lane> => {
  const wanted = text.trim().toLowerCase();
  const isNamed = ({ label, endpoint, walk }: Lane): boolean =>
    `${label}\n${endpoint}`.toLowerCase().includes(wanted) || wanted === `${walk}`;
  return [...lanes].filter((lane) => passesFilter[shown](lane, now) && isNamed(lane));
};

export const countStates = (
  lanes: Iterable<Lane>,
  now: number,
): Readonly<Record<LaneFilter, number>> => {
  const counts = { all: 0, running: 0, still: 0, failed: 0, ended: 0 };
  for (const lane of lanes)
    for (const state of states) if (passesFilter[state](lane, now)) counts[state] += 1;
  return counts;
};
