import { ErrorHandler, type Injector, signal, untracked } from '@angular/core';
import { filter, startWith, Subject, take, takeUntil } from 'rxjs';
import { reportRestart } from '../../walk/recovery/restarts';
import { pendingTasks, SESSION } from '../PagewalkFeature';
import { painted, type Places } from './tableSignals';
import { sameValue } from '../../model/sameValue';
import type { WalkSource } from '../../list/WalkSource';
import { feedOf } from '../../list/listEffects';
import { type Desired, isBusy, type ListEvent, type ListState, viewOf } from '../../list/ListState';
import { reduce } from '../../list/reduce';
import { desired, turned } from '../../list/transitions';

/** A list as data, while its component is there and while it is away. An edit reaches it in both cases. */
export interface Cell<T> {
  state: ListState<T>;
  /** Tells the list, or changes its data where it is away. */
  send: (event: ListEvent<T>) => void;
  readonly scroll: { offset: number };
}

/** What hears of rows that change. */
export interface OnChange<T> {
  /** Other rows are in their place: what was made of the old ones must be made again. */
  readonly forgot: () => unknown;
  /** The rows are about to be removed. */
  readonly cleared: (() => void) | undefined;
  readonly places: Places<T> | undefined;
}

/** Runs what a list wants to run: compares it with what runs, starts what is missing, and aborts what is wanted no longer. */
export const runList = <T>(
  cell: Cell<T>,
  source: WalkSource<T>,
  label: string | undefined,
  onChange: OnChange<T>,
  injector: Injector,
) => {
  const handler = injector.get(ErrorHandler, null);
  const pending = pendingTasks(injector);
  const session = injector.get(SESSION, null);
  const { paint, ...rows } = painted(cell.state.rules.window !== undefined, onChange.forgot, onChange.places);
  const view = signal(viewOf(cell.state), { equal: sameValue, ...(label !== undefined && { debugName: label }) });
  const compared = new Subject<void>();
  /** Emits when the list is so, at once where it is. */
  const when = (isSo: (state: ListState<T>) => boolean) =>
    compared.pipe(
      startWith(undefined),
      filter(() => isSo(cell.state)),
    );
  const opens = when(({ stage }) => stage === 'sent');
  const running = new Map<string, Subject<void>>();
  let isTurning = false;
  let finish: (() => void) | undefined;

  /** Lets a render on the server wait while the list loads, also between two attempts. */
  const hold = (): void => {
    if (isTurning || isBusy(cell.state)) finish ??= pending?.add();
    else {
      finish?.();
      finish = undefined;
    }
  };

  const step = (event: ListEvent<T>): void => {
    const before = cell.state;
    try {
      cell.state = reduce(cell.state, event);
    } catch (thrown) {
      step({ type: 'threw', one: { id: `walk ${before.walk}`, what: 'walk', pageToken: undefined }, thrown });
      return;
    }
    if (event.type === 'threw') handler?.handleError(event.thrown);
    const { times, error } = cell.state.restarted;
    if (error !== undefined && times > before.restarted.times) reportRestart(error, times);
  };
  /** Shows the rows with their edits. An edit that throws is undone. */
  const draw = (): void => {
    const { table, edits, rules } = cell.state;
    for (const { edit, thrown } of paint(table, edits, rules.key)) {
      step({ type: 'rollback', edit });
      handler?.handleError(thrown);
    }
  };
  const show = (): void => view.set(viewOf(cell.state, rows.length()));
  const dispatch = (event: ListEvent<T>): void =>
    untracked(() => {
      step(event);
      // A page is shown with its rows.
      if (event.type !== 'page' && event.type !== 'heard') {
        draw();
        compare();
      }
      show();
      if (turned(cell.state) !== cell.state) turnSoon();
      hold();
    });

  const compare = (): void => {
    const wanted = desired(cell.state);
    for (const [id, left] of running) if (!wanted.some((one) => one.id === id)) left.next();
    const missing = (): Desired | undefined => desired(cell.state).find(({ id }) => !running.has(id));
    for (let next = missing(); next; next = missing()) start(next);
    compared.next();
  };
  const start = (one: Desired): void => {
    const left = new Subject<void>();
    running.set(one.id, left);
    left.subscribe(() => running.delete(one.id));
    feedOf(one, source, label, opens)
      .pipe(takeUntil(left))
      .subscribe((event) => {
        // A walk continues; anything else that has brought something is over.
        if (one.what !== 'walk' && event.type !== 'heard') running.delete(one.id);
        dispatch(event);
      });
  };

  const clear = (): void => {
    cell.scroll.offset = 0;
    onChange.cleared?.();
  };
  const send = (event: ListEvent<T>): void => {
    // What somebody asks for right after another user has signed in is asked for that one.
    session?.isOpen();
    if (event.type === 'clear') clear();
    dispatch(event);
  };
  // Later, because a component is made before its inputs are set, and viewports look elsewhere while Angular renders.
  const turnSoon = (): void => {
    if (isTurning) return;
    isTurning = true;
    queueMicrotask(() => {
      isTurning = false;
      // A list that is kept has been left by now.
      if (cell.send === send) send({ type: 'turn' });
      else hold();
    });
  };

  const changes = session?.changes.subscribe(() => {
    clear();
    dispatch({ type: 'session', isOpen: session.isOpen() });
  });
  cell.send = send;
  untracked(draw);
  show();

  return {
    ...rows,
    places: onChange.places,
    cell,
    view: view.asReadonly(),
    /** Emits when no page is under way, at once where none is. */
    settled: when((state) => !isBusy(state)).pipe(take(1)),
    destroy: (): void => {
      changes?.unsubscribe();
      dispatch({ type: 'destroy' });
    },
  };
};
