import {
  asyncScheduler,
  filter,
  type Observable,
  startWith,
  Subject,
  take,
  takeUntil,
  timer,
} from 'rxjs';
import type { WalkError } from '../model/errors/WalkError';
import { sameValue } from '../model/json/sameValue';
import { reportRestart } from '../walk/recovery/restarts';
import type { Keepable } from './createListCache';
import { attached, detached, keptState } from './keptList';
import { effectsOf, heardOf, type ListWalks } from './listEffects';
import {
  type Desired,
  isBusy,
  type ListEvent,
  type ListRules,
  type ListState,
  type ListView,
  newList,
  viewOf,
  walkOf,
} from './ListState';
import { BrokenEdit, type Edit } from './edits/Edit';
import { keysOf } from './edits/EditLog';
import { placedOver } from './edits/foldEdits';
import { reduce } from './reduce';
import { blocksOf, noEntries } from './table/PageTable';
import { type ShownRows, shownRows } from './table/ShownRows';
import { desired } from './transitions';
import { takeTurn } from './turn';

/** Milliseconds between two requests, if a viewport has scrolled past the page of the first one before it came. */
const pauseAfterPassing = 100;

/** What edits are put over where no page has come. */
const noRows = { first: 0, rows: noEntries, invalid: noEntries };

/** What makes a list. */
export interface ListOptions<T> extends ListWalks<T> {
  readonly rules: ListRules<T>;
  /** Opens its name in a cache, where it is kept when it is destroyed; undefined where another list has the name. */
  readonly cache?: ((reload: () => void) => CacheSlot | undefined) | undefined;
  /** Whose rows these are. When that changes, the list is emptied. */
  readonly session?:
    { readonly isOpen: () => boolean; readonly changes: Observable<void> } | undefined;
  /** Hears what functions of the user have thrown. */
  readonly onError: (thrown: unknown) => void;
  /** Runs everything that an event leads to, as Angular's `untracked` does. */
  readonly around?: ((run: () => void) => void) | undefined;
}

interface CacheSlot {
  /** What was kept under the name. */
  readonly kept: unknown;
  readonly keep: (list: Keepable) => void;
}

/** What a list shows, as one value: another one where anything is different, and only then. */
export interface ListSnapshot<T> {
  readonly view: ListView;
  readonly rows: ShownRows<T>;
  /** Whether something is under way, or begins in the next turn. */
  readonly isBusy: boolean;
}

/** A list as data, while it is shown and while nobody shows it. An edit reaches it in both cases. */
interface Cell<T> {
  state: ListState<T>;
  /** Tells the list, or changes its data where nobody shows it. */
  send: (event: ListEvent<T>) => void;
  readonly scroll: { offset: number };
}

/** From now on the list is data only. Made here, where nothing of the component can be reached. */
const detach = <T>(cell: Cell<T>, state: ListState<T>): void => {
  cell.state = detached(state);
  cell.send = (event) => {
    cell.state = detached(reduce(cell.state, event));
  };
};

/** What an exception is to the users of a list: it says what threw. The exception itself may hold a secret. */
export const listErrorOf = (_tag: 'InvalidRequest' | 'InvalidEnvelope', at: string): WalkError => ({
  _tag,
  problems: [{ at, message: 'threw an exception' }],
  progress: { pages: 0, objects: 0, attempts: 0 },
});

/** What has run for a list has ended with an error. */
const failureOf = <T>(one: Desired | undefined, error: WalkError): ListEvent<T> => {
  const ended = { type: 'ended', error } as const;
  return one ? heardOf(one, ended) : ended;
};

const walkErrorIn = <T>(event: ListEvent<T>): WalkError | undefined => {
  const step = event.type === 'refetching' ? event.step : event;
  return step.type === 'ended' ? step.error : undefined;
};

export interface List<T> {
  readonly snapshot: () => ListSnapshot<T>;
  /** Calls a function whenever there is another snapshot, until what it returns is called. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly send: (event: ListEvent<T>) => void;
  /** Ends the list, or keeps it in its cache. */
  readonly destroy: () => void;
  /** Where it was scrolled to. It is kept with the rows. */
  readonly scroll: { offset: number };
}

/**
 * A list of rows that a walk fills, for any framework: it says what there is to show, and takes events. What should run follows from
 * its state. What runs is compared with that: what is missing is started, and what is wanted no longer is aborted.
 */
export const createList = <T>(options: ListOptions<T>): List<T> => {
  const { rules, cache, session, onError, around = (run) => run() } = options;
  const slot = cache?.(() => cell.send({ type: 'reload' }));
  const kept = slot?.kept as Cell<T> | undefined;
  const now = asyncScheduler.now();
  const state = kept
    ? attached(kept.state, rules, now)
    : newList(rules, session?.isOpen() !== false, now);
  const cell: Cell<T> = kept ?? { state, send: () => undefined, scroll: { offset: 0 } };
  cell.state = state;
  const listeners = new Set<() => void>();
  const compared = new Subject<void>();
  /** Emits when the list is so, at once where it is. */
  const when = (isSo: (state: ListState<T>) => boolean) =>
    compared.pipe(
      startWith(undefined),
      filter(() => isSo(cell.state)),
    );
  const running = new Map<string, Subject<void>>();
  let turnDue: 'no' | 'soon' | 'later' = 'no';
  let restarts = 0;
  let drawn: { readonly table?: unknown; readonly entries?: unknown } = {};
  let rows = shownRows<T>([], 0);
  let snapshot: ListSnapshot<T> = { view: viewOf(state), rows, isBusy: false };

  /** An edit whose function throws is undone. */
  const undoing = <R>(run: () => R): R => {
    try {
      return run();
    } catch (thrown) {
      if (!(thrown instanceof BrokenEdit)) throw thrown;
      onError(thrown.thrown);
      const edit = thrown.edit as Edit<T>;
      cell.state = undoing(() => reduce(cell.state, { type: 'rollback', edit }));
      return undoing(run);
    }
  };
  const step = (event: ListEvent<T>, from?: Desired): void => {
    const { inVain } = cell.state.walk.restarts;
    try {
      cell.state = undoing(() => reduce(cell.state, event));
    } catch (thrown) {
      // It has failed because of what brought it.
      onError(thrown);
      cell.state = reduce(cell.state, failureOf(from, listErrorOf('InvalidEnvelope', 'key')));
    }
    const error = cell.state.walk.restarts.inVain > inVain ? walkErrorIn(event) : undefined;
    if (error?._tag === 'PageTokenExpired') reportRestart(error, (restarts += 1));
  };
  /** Puts edits over the rows. */
  const draw = (): void => {
    const { walk, log } = cell.state;
    const { table } = walk;
    if (table === drawn.table && log.entries === drawn.entries) return;
    const came = blocksOf(table);
    const edits = log.entries.map(({ edit }) => edit);
    const { blocks, more } =
      rules.key && edits.length > 0
        ? placedOver(came.length > 0 ? came : [noRows], edits, keysOf(log, rules.key))
        : { blocks: came, more: 0 };
    drawn = { table, entries: log.entries };
    rows = shownRows(blocks, table.length + more, rows);
  };
  const show = (): void => {
    const next = viewOf(cell.state, rows.length, turnDue === 'later');
    const view = sameValue(next, snapshot.view) ? snapshot.view : next;
    const { walk, reload } = cell.state;
    const isOver = walk.stage === 'destroyed' || cell.send !== send;
    const isActive =
      !isOver && (turnDue !== 'no' || reload.walk !== undefined || isBusy(cell.state));
    if (view === snapshot.view && rows === snapshot.rows && isActive === snapshot.isBusy) return;
    snapshot = { view, rows, isBusy: isActive };
    for (const listener of [...listeners]) listener();
  };
  const start = (one: Desired): void => {
    const left = new Subject<void>();
    running.set(one.id, left);
    left.subscribe(() => running.delete(one.id));
    const hear = (event: ListEvent<T>): void => dispatch(event, one);
    const opens = when((given) => walkOf(given, one)?.stage === 'sent');
    effectsOf(one, options, opens)
      .pipe(takeUntil(left))
      .subscribe({
        next: hear,
        error: (thrown: unknown) => {
          onError(thrown);
          hear(failureOf(one, listErrorOf('InvalidRequest', 'stream')));
        },
      });
  };
  const compare = (): void => {
    const wanted = desired(cell.state);
    for (const [id, left] of running) if (!wanted.some((one) => one.id === id)) left.next();
    const missing = (): Desired | undefined =>
      desired(cell.state).find(({ id }) => !running.has(id));
    for (let next = missing(); next; next = missing()) start(next);
    compared.next();
  };
  const dispatch = (event: ListEvent<T>, from?: Desired): void =>
    around(() => {
      const { asking } = cell.state.window;
      step(event, from);
      undoing(draw);
      compare();
      const hasPassed = event.type === 'turn' && cell.state.window.asking.length < asking.length;
      if (takeTurn(cell.state) !== cell.state) takeTurnIn(hasPassed ? pauseAfterPassing : 0);
      show();
    });
  // Later, because a component is made before its inputs are set, and viewports look elsewhere while a framework renders.
  const takeTurnIn = (ms: number): void => {
    if (turnDue !== 'no') return;
    turnDue = ms > 0 ? 'later' : 'soon';
    const turn = (): void => {
      turnDue = 'no';
      // A list that is kept has been left by now.
      if (cell.send === send) send({ type: 'turn' });
      else show();
    };
    if (ms > 0)
      timer(ms)
        .pipe(takeUntil(when(({ walk }) => walk.stage === 'destroyed')))
        .subscribe(turn);
    else queueMicrotask(turn);
  };
  const send = (event: ListEvent<T>): void => {
    // What somebody asks for right after another user has signed in is asked for that one.
    session?.isOpen();
    if (event.type === 'clear') cell.scroll.offset = 0;
    dispatch(event);
  };

  const changes = session?.changes.subscribe(() => {
    cell.scroll.offset = 0;
    dispatch({ type: 'session', isOpen: session.isOpen() });
  });
  cell.send = send;
  around(() => {
    undoing(draw);
    if (cell.state.reload.isDue) takeTurnIn(0);
    show();
  });
  const end = (): void => {
    changes?.unsubscribe();
    dispatch({ type: 'destroy' });
  };
  const keep = (): unknown => {
    const left = keptState(cell.state);
    end();
    if (left !== undefined) detach(cell, left);
    return left && cell;
  };

  return {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    send: (event) => {
      // Rows of the previous params are shown for a while after they were kept, without their key.
      if ('edit' in event && cell.state.rules.key === undefined)
        cell.state = { ...cell.state, rules };
      cell.send(event);
      if (cell.send === send) return;
      undoing(draw);
      show();
    },
    destroy: () => {
      if (slot === undefined) return end();
      cell.send({ type: 'release' });
      slot.keep({ idle: when((left) => !isBusy(left)).pipe(take(1)), keep });
    },
    scroll: cell.scroll,
  };
};
