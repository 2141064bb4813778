import { computed, DestroyRef, effect, type Injector, type Signal, signal, untracked } from '@angular/core';
import type { Either } from 'fp-ts/Either';
import type { Observable } from 'rxjs';
import type { WalkError } from '../../model/errors/WalkError';
import { SESSION } from '../session/Session';
import type { PendingEdit, WalkPace, WalkState, WalkStateOptions, WalkStatus } from '../WalkState';
import type { PendingEdits } from '../rows/pendingEdits';
import { followParams } from './followParams';
import { keepFresh } from '../list/keepFresh';
import { listKeeper } from '../list/listCache';
import type { Viewer } from '../list/Viewer';
import { type Owned, owned } from '../list/ownedWalk';
import { resumeOnline } from '../list/resumeOnline';
import { trackBy } from '../list/trackBy';

/**
 * Options of a list that follows its params.
 *
 * @since 0.1.0
 */
export interface FollowOptions<P, T> extends Omit<WalkStateOptions<T>, 'cacheKey'> {
  /** What the walk depends on, read from signals; undefined for no walk. By default null, so that there is one walk. */
  readonly params?: (() => P | undefined) | undefined;
  /** Makes the walk for these params. Spread the pace into the params of the client. Signals that it reads are not tracked. */
  readonly stream: (request: {
    readonly params: NoInfer<P>;
    readonly pace: WalkPace;
  }) => Observable<Either<WalkError, T>>;
  /** For how many milliseconds params must stay the same before they count. The first ones count at once. Default 0. */
  readonly debounce?: number | undefined;
  /** Shows the rows of the params before, marked by `isPrevious()`, until the first new page is there. Default false. */
  readonly keepPrevious?: boolean | undefined;
  /** The name under which the list of these params is kept while others count, or the component is away. */
  readonly cacheKey?: ((params: NoInfer<P>) => string) | undefined;
}

/**
 * A list that follows its params, as signals.
 *
 * @since 0.1.0
 */
export interface FollowState<T> extends WalkState<T> {
  /** Whether the rows are those of the params before: with `keepPrevious`, while debouncing, or while the list is reloaded. */
  readonly isPrevious: Signal<boolean>;
  /** Whether the params have changed and do not count yet, because of `debounce`. */
  readonly isDebouncing: Signal<boolean>;
  /** Whether a page has come, so that an empty list is known to be one. */
  hasValue(): boolean;
  /** Walks again with the same params; the rows stay until the first new page is there. False where there is nothing to do. */
  reload(): boolean;
}

/** The walk of some params. */
export interface Running<P, T, V> extends Owned<T> {
  readonly params: P;
  readonly viewer: V;
}

export interface FollowingList<P, T, V> {
  readonly state: FollowState<T>;
  /** The walk of the params that count. */
  readonly current: Signal<Running<P, T, V> | undefined>;
  /** The walk whose rows are shown. */
  readonly shown: Signal<Running<P, T, V> | undefined>;
}

/** What differs between the lists that follow params. */
export interface Looks<T, V> {
  readonly viewer: () => V;
  /** A walk takes the place of another one; it may have been kept, with its rows. */
  readonly begins: (next: Owned<T> & { readonly viewer: V }) => void;
  /** Whether params that will count lead to a request by themselves. */
  readonly isEager: (hadList: boolean) => boolean;
}

/** A change of a list that has no rows. */
const noEdit: PendingEdit = { commit: () => undefined, rollback: () => undefined };

const hasCome = <T>({ progress, status }: WalkState<T>): boolean => progress().pages > 0 || status() === 'end';

export const followingList = <P, T, V extends Viewer>(
  options: FollowOptions<P, T>,
  looks: Looks<T, V>,
  injector: Injector,
): FollowingList<P, T, V> => {
  type Run = Running<P, T, V>;
  const { stream, debounce = 0, keepPrevious = false, key, cacheKey } = options;
  if (!(debounce >= 0)) throw new TypeError('debounce must be 0 or more');
  if (cacheKey !== undefined) listKeeper(injector);
  const destroyed = injector.get(DestroyRef);
  const current = signal<Run | undefined>(undefined);
  const previous = signal<Run | undefined>(undefined);
  const withRows = computed(() => {
    const [now, before] = [current(), previous()];
    return now && before && !hasCome(now.walk.state) ? before : now;
  });

  const run = (params: P, edits?: PendingEdits<T>): Run => {
    const viewer = looks.viewer();
    const walkOptions = { ...options, cacheKey: cacheKey?.(params) };
    return { params, viewer, ...owned((pace) => stream({ params, pace }), viewer, walkOptions, injector, edits) };
  };

  const replace = (next: Run | undefined, before: Run | undefined): void => {
    previous.set(before);
    current.set(next);
    if (next !== undefined) looks.begins(next);
  };

  const { stage, isNothing } = followParams(options.params ?? ((): P => null as P), debounce, injector, (params) => {
    const before = keepPrevious ? untracked(withRows) : undefined;
    const left = untracked(current);
    current.set(undefined);
    left?.leave();
    replace(params === undefined ? undefined : run(params), before);
  });

  const shown = computed(() => {
    if (stage() === 'threw') return undefined;
    return stage() !== 'due' || (keepPrevious && !isNothing()) ? withRows() : undefined;
  });

  // The rows that were shown meanwhile are kept in memory no longer than that.
  effect(
    () => {
      if (previous() !== undefined && withRows() !== previous()) previous.set(undefined);
    },
    { injector },
  );
  const changes = injector.get(SESSION, null, { optional: true })?.changes.subscribe(() => {
    previous.set(undefined);
  });
  destroyed.onDestroy(() => {
    changes?.unsubscribe();
    untracked(current)?.leave();
  });
  resumeOnline(options, injector, () => untracked(current)?.walk.state);
  keepFresh(options, injector, () => untracked(current)?.walk.state);

  /** What the walk of the latest params says; params that do not count yet have none. */
  const now = <R>(threw: R, none: R, soon: R, pick: (state: WalkState<T>) => R): Signal<R> =>
    computed(() => {
      if (stage() === 'threw') return threw;
      if (isNothing()) return none;
      const running = current();
      return stage() !== 'settled' || running === undefined ? soon : pick(running.walk.state);
    });
  const read = <R>(none: R, pick: (state: WalkState<T>) => R): Signal<R> =>
    computed(() => {
      const running = shown();
      return running === undefined ? none : pick(running.walk.state);
    });
  const settled = (): Run | undefined => (untracked(stage) === 'settled' ? untracked(current) : undefined);
  const tell = (act: (state: WalkState<T>) => void) => (): void => {
    const running = settled();
    if (running !== undefined) act(running.walk.state);
  };
  const pages = read(0, ({ progress }) => progress().pages);
  const known = now<WalkStatus | undefined>('error', 'idle', undefined, ({ status }) => status());
  const status = computed(() => known() ?? (looks.isEager(current() !== undefined) ? 'loading' : 'idle'));

  const state: FollowState<T> = {
    value: read([], ({ value }) => value()),
    invalid: read([], ({ invalid }) => invalid()),
    objects: read([], ({ objects }) => objects()),
    progress: read({ pages: 0, objects: 0 }, ({ progress }) => progress()),
    isPrevious: computed(() => shown() !== undefined && (shown() !== current() || stage() !== 'settled')),
    isDebouncing: computed(() => stage() === 'debouncing'),
    status,
    isLoading: computed(() => status() === 'loading'),
    hasMore: now(false, false, true, ({ hasMore }) => hasMore()),
    error: now(undefined, undefined, undefined, ({ error }) => error()),
    isRefreshing: read(false, ({ isRefreshing }) => isRefreshing()),
    refreshError: read(undefined, ({ refreshError }) => refreshError()),
    attempt: now(0, 0, 0, ({ attempt }) => attempt()),
    retryAt: now(undefined, undefined, undefined, ({ retryAt }) => retryAt()),
    lastFailure: now(undefined, undefined, undefined, ({ lastFailure }) => lastFailure()),
    ...trackBy(key),
    get scroll() {
      return shown()?.walk.state.scroll ?? { offset: 0 };
    },
    hasValue: () => pages() > 0,
    reload: () => {
      const running = settled();
      const before = untracked(shown);
      if (running === undefined || (before !== running && untracked(running.walk.state.isLoading))) return false;
      running.end();
      replace(run(running.params, running.walk.rows.edits), before);
      return true;
    },
    refresh: () => settled()?.walk.state.refresh() ?? false,
    // What people see is what they change, also while it is that of the params before.
    patch: (row, change) => untracked(shown)?.walk.state.patch(row, change) ?? noEdit,
    insert: (object) => untracked(shown)?.walk.state.insert(object) ?? noEdit,
    remove: (row) => untracked(shown)?.walk.state.remove(row) ?? noEdit,
    retry: tell((list) => {
      list.retry();
    }),
    restart: tell((list) => {
      previous.set(undefined);
      list.restart();
    }),
    pause: tell((list) => {
      list.pause();
    }),
    resume: tell((list) => {
      list.resume();
    }),
    cancel: tell((list) => {
      list.cancel();
    }),
  };
  return { state, current, shown };
};
