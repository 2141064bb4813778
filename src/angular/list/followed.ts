import { computed, DestroyRef, effect, type Injector, type Signal, signal, untracked } from '@angular/core';
import { BehaviorSubject, distinctUntilChanged, of, switchMap } from 'rxjs';
import { SESSION, TRANSFER } from '../PagewalkFeature';
import { isOnServer } from '../platform';
import type { Edit } from '../table/edits';
import type { PendingEdit, WalkList, WalkListOptions, WalkProgress, WalkStatus } from '../WalkList';
import { followParams } from './followParams';
import { keepFresh } from './freshness';
import { editIn, type List } from './List';
import type { Scroll } from './listCache';
import type { ListEvent } from './ListState';
import { type ListKind, type Run, runOf } from './runOf';

/** Where a list was scrolled to, by the list. It is kept with the rows. */
export const scrolls = new WeakMap<object, () => Scroll>();

/** Whether rows may have come with the HTML. */
export const isHydrating = (injector: Injector): boolean =>
  !isOnServer(injector) && injector.get(TRANSFER, null, { optional: true }) !== null;

/** A change of a list that has no rows. */
const noEdit: PendingEdit = { commit: () => undefined, rollback: () => undefined };

/** Lists that follow params, one after another, as one list. */
export const followed = <P, T>(options: WalkListOptions<P, T>, kind: ListKind<T>, injector: Injector) => {
  type One = Run<T>;
  const { debounceTime = 0, keepPrevious = false } = options;
  if (!(debounceTime >= 0)) throw new TypeError('debounceTime must be 0 or more');
  const current = signal<One | undefined>(undefined);
  const previous = signal<One | undefined>(undefined);
  const hasCome = ({ list }: One): boolean => list.progress().pages > 0 || list.isEnd();
  const withRows = computed(() => {
    const [now, before] = [current(), previous()];
    return now && before && !hasCome(now) ? before : now;
  });
  // A signal keeps what it gave until it is read again: rows that are gone would stay in memory.
  const forgot = (): void => {
    list.value();
    list.invalid();
  };
  /** The list of params that may count next. */
  let ahead: One | undefined;
  const leaveAhead = (): void => {
    ahead?.leave();
    ahead = undefined;
  };
  const replace = (params: P | undefined, isFirst: boolean): void => {
    leaveAhead();
    const before = keepPrevious ? untracked(withRows) : undefined;
    const run = untracked(current);
    current.set(undefined);
    run?.leave();
    const next = params === undefined ? undefined : runOf(params, options, kind, injector, forgot);
    previous.set(before);
    current.set(next);
    if (next !== undefined) kind.begins(next, isFirst);
  };

  const { stage, isNothing } = followParams(options.params, debounceTime, injector, (params) => replace(params, false));
  const shown = computed(() => {
    if (stage() === 'threw') return undefined;
    return stage() !== 'due' || (keepPrevious && !isNothing()) ? withRows() : undefined;
  });
  const showing = new BehaviorSubject<One['list'] | undefined>(undefined);
  const show = (): void => {
    const rows = shown()?.list;
    untracked(() => {
      showing.next(rows);
      // The rows that were shown meanwhile are kept in memory no longer than that.
      if (previous() !== undefined && withRows() !== previous()) previous.set(undefined);
    });
  };

  if (options.params === undefined) {
    untracked(() => replace(null as P, true));
    show();
    // Before its view is first rendered, and after its inputs were set: what the server has rendered would otherwise be written
    // again, first without rows and then with them.
    if (isHydrating(injector)) effect(() => untracked(() => current()?.list.send({ type: 'hydrate' })), { injector });
  } else effect(show, { injector }); // After the params, and before Angular renders: the rows belong to the status.

  const changes = injector.get(SESSION, null, { optional: true })?.changes.subscribe(() => previous.set(undefined));
  injector.get(DestroyRef).onDestroy(() => {
    changes?.unsubscribe();
    leaveAhead();
    untracked(current)?.leave();
  });
  keepFresh(options, kind.rules.known === 'key', injector, () => untracked(current)?.list);

  /** What the list of the latest params says; params that do not count yet have none. */
  const now = <S>(pick: (list: List<T, T | undefined>) => S): Signal<S | undefined> =>
    computed(() => {
      const running = current();
      return stage() === 'settled' && !isNothing() && running !== undefined ? pick(running.list) : undefined;
    });
  const read = <S>(none: S, pick: (running: One) => S): Signal<S> =>
    computed(() => {
      const running = shown();
      return running === undefined ? none : pick(running);
    });
  /** The list of the latest params, if they count. */
  const settled = (): One | undefined => (untracked(stage) === 'settled' ? untracked(current) : undefined);
  // An edit applies to the rows on the screen, even if they belong to the previous params.
  const edit = (change: Edit<T>): PendingEdit => {
    const running = untracked(shown);
    return running === undefined ? noEdit : editIn(running.cell, change);
  };
  const send = (event: ListEvent<T>): void => settled()?.list.send(event);
  const known = now((list) => list.status());
  const isEnd = now((list) => list.isEnd());
  const status = computed((): WalkStatus => {
    if (stage() === 'threw') return 'error';
    if (isNothing()) return 'idle';
    return known() ?? (kind.isEager(current() !== undefined) ? 'loading' : 'idle');
  });

  const list: WalkList<T> = {
    value: read<ReadonlyArray<T>>([], (run) => run.list.value()),
    invalid: read<ReturnType<WalkList<T>['invalid']>>([], (run) => run.list.invalid()),
    progress: read<WalkProgress>({ pages: 0, objects: 0 }, (run) => run.list.progress()),
    status,
    isLoading: computed(() => status() === 'loading' || status() === 'reloading'),
    hasMore: computed(() => !isNothing() && isEnd() !== true),
    error: now(({ error }) => error()),
    retrying: now(({ retrying }) => retrying()),
    isPrevious: computed(() => shown() !== undefined && (shown() !== current() || stage() !== 'settled')),
    retry: () => {
      const running = settled();
      running?.list.send({ type: 'retry' });
      running?.list.send({ type: 'soon' });
    },
    reload: (given) => {
      if (given?.clear === true) previous.set(undefined);
      send({ type: given?.clear === true ? 'clear' : 'reload' });
    },
    pause: () => send({ type: 'pause' }),
    edit: {
      patch: (wanted, change) => edit({ type: 'patch', key: wanted, change }),
      insert: (object) => edit({ type: 'insert', object }),
      remove: (wanted) => edit({ type: 'remove', key: wanted }),
    },
  };
  return {
    /** The list, with what is special to its kind. */
    listWith: <M extends object>(more: M): WalkList<T> & M => {
      const whole = { ...list, ...more };
      scrolls.set(whole, () => shown()?.scroll ?? { offset: 0 });
      return whole;
    },
    current: settled,
    /** Loads the list of other params, and keeps it until they count. */
    ahead: (params: P): void => {
      leaveAhead();
      const run = (ahead = runOf(params, options, kind, injector, forgot));
      kind.begins(run, false);
      run.list.whenSettled(() => {
        if (ahead === run) leaveAhead();
      });
    },
    /** The rows that are shown. */
    changes: showing.pipe(
      distinctUntilChanged(),
      switchMap((rows) => rows?.changes ?? of([])),
    ),
  };
};
