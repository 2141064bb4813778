import type { Rate } from './Rate';

export type Outcome = 'asking' | 'page' | 'retry' | 'refresh' | 'failed' | 'unsubscribed';

export interface Bar {
  readonly page: number;
  readonly attempt: number;
  readonly from: number;
  to: number;
  outcome: Outcome;
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
  readonly failure: string;
  /** Where no page had anything though the endpoint looks there for its cursor. */
  readonly unseen: string;
}

/** A walk, and what is remembered of it. */
export interface Lane {
  /** Tells lanes apart in one picture. */
  readonly id: number;
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

export const stateOf = (lane: Lane): State => {
  if (lane.end) return lane.end.how;
  const last = lane.bars.at(-1);
  if (openBars(lane).length > 0 || last?.outcome === 'refresh') return 'asking';
  return last?.outcome === 'retry' ? 'retrying' : 'waiting';
};

/** A walk that brought nothing for this long stands still. */
export const patience = 5_000;

/** For how long a walk has stood still; 0 for one that moves or has ended. */
export const stillFor = ({ end, moved }: Lane, now: number): number =>
  end || now - moved < patience ? 0 : now - moved;

/** Objects per second: now, or of the whole walk once it has ended. */
export const paceOf = ({ end, objects, begun, rate }: Lane, now: number): number =>
  end ? objects / Math.max(0.001, (end.at - begun) / 1000) : rate.perSecond(now);

export type Shown = 'all' | 'running' | 'still' | 'failed' | 'ended';

const isShown: Readonly<Record<Shown, (lane: Lane, now: number) => boolean>> = {
  all: () => true,
  running: ({ end }) => end === undefined,
  still: (lane, now) => stillFor(lane, now) > 0,
  failed: ({ end }) => end?.how === 'failed',
  ended: ({ end }) => end !== undefined,
};

const states = Object.keys(isShown) as ReadonlyArray<Shown>;

/** The name of a walk: its label, or its endpoint. */
export const titleOf = ({ label, endpoint }: Lane): string => label || endpoint || 'walk';

/** The lanes that have a text in their name, or as their number, and are in a state. */
export const filterLanes = (
  lanes: Iterable<Lane>,
  { text, shown }: { readonly text: string; readonly shown: Shown },
  now: number,
): Array<Lane> => {
  const wanted = text.trim().toLowerCase();
  const isNamed = ({ label, endpoint, walk }: Lane): boolean =>
    `${label}\n${endpoint}`.toLowerCase().includes(wanted) || wanted === `${walk}`;
  return [...lanes].filter((lane) => isShown[shown](lane, now) && isNamed(lane));
};

export const countStates = (lanes: Iterable<Lane>, now: number): Readonly<Record<Shown, number>> => {
  const counts = { all: 0, running: 0, still: 0, failed: 0, ended: 0 };
  for (const lane of lanes) for (const state of states) if (isShown[state](lane, now)) counts[state] += 1;
  return counts;
};
