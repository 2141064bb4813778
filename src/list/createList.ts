import { asyncScheduler, type Observable, take, takeUntil, timer } from 'rxjs';
import type { WalkError } from '../model/errors/WalkError';
import { sameValue } from '../model/json/sameValue';
import { reportRestart } from '../walk/recovery/restarts';
import type { Keepable } from './createListCache';
import { drawing } from './drawing';
import { BrokenEdit, type Edit } from './edits/Edit';
import { attached, detached, keptState } from './keptList';
import { heardOf, type ListWalks } from './listEffects';
import {
  type Desired,
  isBusy,
  type ListEvent,
  type ListRules,
  type ListState,
  type ListView,
  newList,
  viewOf,
} from './ListState';
import { reduce } from './reduce';
import { listErrorOf, running } from './running';
import type { ShownRows } from './table/ShownRows';
import { hasBegun } from './transitions';
import { takeTurn } from './turn';

/** Milliseconds between two requests, if a viewport has scrolled past the page of the first one before it came. */
const pauseAfterPassing = 100;

/** What makes a list. */
export interface ListOptions<T> extends ListWalks<T> {
  readonly rules: ListRules<T>;
  /** Opens its name in a cache, where it is kept when it is destroyed; undefined where it has none. */
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

/** An edit whose function throws is undone. */
const undoing = <T, R>(cell: Cell<T>, onError: ListOptions<T>['onError'], run: () => R): R => {
  try {
    return run();
  } catch (thrown) {
    if (!(thrown instanceof BrokenEdit)) throw thrown;
    const rollback = { type: 'rollback', edit: thrown.edit as Edit<T> } as const;
    cell.state = undoing(cell, onError, () => reduce(cell.state, rollback));
    // When it is undone: who hears of it may send an event, or throw.
    onError(thrown.thrown);
    return undoing(cell, onError, run);
  }
};

/** Takes events into the state of a list. What throws has failed because of what brought the event. */
const stepping = <T>(cell: Cell<T>, onError: ListOptions<T>['onError']) => {
  let restarts = 0;
  return (event: ListEvent<T>, from?: Desired): void => {
    const { inVain } = cell.state.walk.restarts;
    try {
      cell.state = undoing(cell, onError, () => reduce(cell.state, event));
    } catch (thrown) {
      onError(thrown);
      const ended = { type: 'ended', error: listErrorOf('InvalidEnvelope', 'key') } as const;
      cell.state = reduce(cell.state, from ? heardOf(from, ended) : ended);
    }
    const error = cell.state.walk.restarts.inVain > inVain ? walkErrorIn(event) : undefined;
    if (error?._tag === 'PageTokenExpired') reportRestart(error, (restarts += 1));
  };
};

/** Takes a turn later, because a component is made before its inputs are set, and viewports look elsewhere while a framework renders. */
const turning = (turn: () => void, gone: Observable<unknown>) => {
  let due: 'no' | 'soon' | 'later' = 'no';
  const take = (): void => {
    due = 'no';
    turn();
  };
  return {
    due: () => due,
    in: (ms: number): void => {
      if (due !== 'no') return;
      due = ms > 0 ? 'later' : 'soon';
      if (ms > 0) timer(ms).pipe(takeUntil(gone)).subscribe(take);
      else queueMicrotask(take);
    },
  };
};

/** Holds what a list shows, its rows with the edits over them, and tells those who listen of anything that is different. */
const facing = <T>(cell: Cell<T>, onError: ListOptions<T>['onError']) => {
  const { draw, rows } = drawing<T>();
  const listeners = new Set<() => void>();
  let snapshot: ListSnapshot<T> = { view: viewOf(cell.state), rows: rows(), isBusy: false };
  return {
    snapshot: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    draw: (): void => undoing(cell, onError, () => draw(cell.state)),
    show: (turnDue: 'no' | 'soon' | 'later', isLeft: boolean): void => {
      const { walk, reload } = cell.state;
      const isActive = turnDue !== 'no' || reload.walk !== undefined || isBusy(cell.state);
      const isShown = !isLeft && walk.stage !== 'destroyed';
      const now = viewOf(cell.state, rows().length, turnDue === 'later');
      const view = sameValue(now, snapshot.view) ? snapshot.view : now;
      const next = { view, rows: rows(), isBusy: isActive && isShown };
      const isSame = view === snapshot.view && next.rows === snapshot.rows;
      if (isSame && next.isBusy === snapshot.isBusy) return;
      snapshot = next;
      for (const listener of [...listeners]) listener();
    },
  };
};

/** What a list begins with: what was kept of it, or nothing. */
const cellOf = <T>(kept: unknown, { rules, session }: ListOptions<T>): Cell<T> => {
  const [cell, now] = [kept as Cell<T> | undefined, asyncScheduler.now()];
  if (cell === undefined) {
    const state = newList(rules, session?.isOpen() !== false, now);
    return { state, send: () => undefined, scroll: { offset: 0 } };
  }
  cell.state = attached(cell.state, rules, now);
  return cell;
};

/** Takes events into a list, and does what they lead to. `send` is what the list gets them by while it is shown. */
const driving = <T>(cell: Cell<T>, options: ListOptions<T>, send: Cell<T>['send']) => {
  const { onError, around = (run) => run() } = options;
  const step = stepping(cell, onError);
  const { draw, show: showFace, ...face } = facing(cell, onError);
  const show = (): void => showFace(turns.due(), cell.send !== send);
  const dispatch = (event: ListEvent<T>, from?: Desired): void =>
    around(() => {
      const { asking } = cell.state.window;
      step(event, from);
      draw();
      compare();
      const hasPassed = event.type === 'turn' && cell.state.window.asking.length < asking.length;
      if (takeTurn(cell.state) !== cell.state) turns.in(hasPassed ? pauseAfterPassing : 0);
      show();
    });
  const { when, compare } = running<T>({ ...options, state: () => cell.state, hear: dispatch });
  const turns = turning(
    // A list that is kept has been left by now.
    () => (cell.send === send ? send({ type: 'turn' }) : show()),
    when(({ walk }) => walk.stage === 'destroyed'),
  );
  return {
    ...face,
    dispatch,
    when,
    refresh: (): void =>
      around(() => {
        draw();
        if (cell.state.reload.isDue) turns.in(0);
        show();
      }),
  };
};

/**
 * A list of rows that a walk fills, for any framework: it says what there is to show, and takes events. What should run follows from
 * its state.
 */
export const createList = <T>(options: ListOptions<T>): List<T> => {
  const { rules, cache, session, onError } = options;
  const slot = cache?.(() => {
    if (hasBegun(cell.state)) cell.send({ type: 'reload' });
  });
  const cell = cellOf<T>(slot?.kept, options);
  const send = (event: ListEvent<T>): void => {
    // What somebody asks for right after another user has signed in is asked for that one.
    session?.isOpen();
    if (event.type === 'clear') cell.scroll.offset = 0;
    dispatch(event);
  };
  const { dispatch, when, refresh, ...face } = driving(cell, options, send);
  const changes = session?.changes.subscribe(() => {
    cell.scroll.offset = 0;
    dispatch({ type: 'session', isOpen: session.isOpen() });
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
  cell.send = send;
  refresh();
  return {
    ...face,
    send: (event) => {
      // Rows of the previous params are shown for a while after they were kept, without their key.
      if ('edit' in event && cell.state.rules.key === undefined)
        cell.state = { ...cell.state, rules };
      undoing(cell, onError, () => cell.send(event));
      if (cell.send !== send) refresh();
    },
    destroy: () => {
      if (slot === undefined) return end();
      cell.send({ type: 'release' });
      slot.keep({ idle: when((left) => !isBusy(left)).pipe(take(1)), keep });
    },
    scroll: cell.scroll,
  };
};
