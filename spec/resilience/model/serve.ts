import type { Change, Script, Trouble } from './Script';

/** An object of the store; its version counts its updates. */
export interface Item {
  readonly id: number;
  readonly version: number;
  readonly isGood: boolean;
}

type Items = ReadonlyArray<Item>;

/** What a page token stands for: an offset into the store, or into a snapshot of it. */
export interface Position {
  readonly offset: number;
  readonly snapshot: Items | undefined;
}

export type Failure = 'HttpFailure' | 'NetworkFailure' | 'TimedOut' | 'InvalidEnvelope';

export type Answer =
  | { readonly type: 'page'; readonly items: Items; readonly next: Position | undefined }
  | { readonly type: 'failure'; readonly tag: Failure; readonly passes: boolean }
  | { readonly type: 'refused' }
  | { readonly type: 'expired' };

/** The service as it stands between two requests. Every change makes a new one. */
export interface State {
  /** Requests that came. */
  readonly requests: number;
  readonly store: Items;
  readonly nextId: number;
  /** Every object that there ever was, in each of its versions. */
  readonly ever: Items;
  /** The last request at which an object had gone whose place the walk had passed: others moved up, unseen. */
  readonly shiftedAt: number;
  /** The last request that was answered with a first page, and the store that it found. */
  readonly begun: { readonly request: number; readonly store: Items };
}

export const startOf = ({ objects }: Script): State => {
  const store = objects.map((isGood, index): Item => ({ id: index + 1, version: 1, isGood }));
  return { requests: 0, store, nextId: store.length + 1, ever: store, shiftedAt: -1, begun: { request: 0, store } };
};

const failures: Readonly<Partial<Record<Trouble, Answer>>> = {
  throttled: { type: 'failure', tag: 'HttpFailure', passes: true },
  unavailable: { type: 'failure', tag: 'HttpFailure', passes: true },
  'reset-before': { type: 'failure', tag: 'NetworkFailure', passes: true },
  'reset-during': { type: 'failure', tag: 'NetworkFailure', passes: true },
  'timed-out': { type: 'failure', tag: 'TimedOut', passes: true },
  truncated: { type: 'failure', tag: 'InvalidEnvelope', passes: true },
  closed: { type: 'failure', tag: 'HttpFailure', passes: false },
  refused: { type: 'refused' },
};

/** A change as it is done to a store of some length: where, and to which object. */
export interface Done {
  readonly type: Change['type'];
  readonly index: number;
  readonly item: Item | undefined;
}

const doneTo = ({ store, nextId }: State, { type, at }: Change): Done | undefined => {
  if (type === 'insert') {
    return { type, index: at % (store.length + 1), item: { id: nextId, version: 1, isGood: true } };
  }
  const index = at % Math.max(1, store.length);
  const before = store[index];
  if (before === undefined) return undefined;
  return { type, index, item: type === 'delete' ? undefined : { ...before, version: before.version + 1 } };
};

const changed = (state: State, change: Change, offset: number): State => {
  const done = doneTo(state, change);
  if (done === undefined) return state;
  const { type, index, item } = done;
  const added = item === undefined ? [] : [item];
  return {
    ...state,
    store: [...state.store.slice(0, index), ...added, ...state.store.slice(type === 'insert' ? index : index + 1)],
    nextId: type === 'insert' ? state.nextId + 1 : state.nextId,
    ever: [...state.ever, ...added],
    shiftedAt: type === 'delete' && index < offset ? state.requests : state.shiftedAt,
  };
};

const pageAt = (script: Script, { store }: State, position: Position | undefined, isHollow: boolean): Answer => {
  const { offset, snapshot: known } = position ?? { offset: 0, snapshot: undefined };
  const snapshot = script.snapshot ? (known ?? store) : undefined;
  const all = snapshot ?? store;
  const items = all.slice(offset, offset + script.pageSize);
  if (isHollow && items.length > 0) return { type: 'page', items: [], next: { offset, snapshot } };
  const end = offset + items.length;
  return { type: 'page', items, next: end < all.length && items.length > 0 ? { offset: end, snapshot } : undefined };
};

/** The trouble that the next request meets, if it meets one. */
export const troubleAt = (
  { troubles }: Script,
  { requests }: State,
  position: Position | undefined,
): Trouble | undefined => {
  const trouble = troubles[requests];
  return trouble === 'expired' && position === undefined ? undefined : trouble;
};

/** The changes that go before the next request, each as it finds the store. */
export const changesAt = (script: Script, state: State): ReadonlyArray<Done> => {
  const done: Array<Done> = [];
  script.changes
    .filter(({ request }) => request === state.requests)
    .reduce((before, change) => {
      const one = doneTo(before, change);
      if (one !== undefined) done.push(one);
      return changed(before, change, 0);
    }, state);
  return done;
};

/** The whole service, as a function: what it answers to a request for the page at a position, and what it is then. */
export const serve = (script: Script, state: State, position: Position | undefined): readonly [State, Answer] => {
  const now = script.changes
    .filter(({ request }) => request === state.requests)
    .reduce((before, change) => changed(before, change, position?.offset ?? 0), state);
  const trouble = troubleAt(script, state, position);
  const answer: Answer =
    trouble === 'expired'
      ? { type: 'expired' }
      : ((trouble && failures[trouble]) ?? pageAt(script, now, position, trouble === 'hollow'));
  const begins = position === undefined && answer.type === 'page';
  const begun = begins ? { request: now.requests, store: now.store } : now.begun;
  return [{ ...now, requests: now.requests + 1, begun }, answer];
};
