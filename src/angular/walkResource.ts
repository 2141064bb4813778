import {
  assertInInjectionContext,
  computed,
  DestroyRef,
  effect,
  inject,
  Injector,
  type Signal,
  signal,
  untracked,
} from '@angular/core';
import type { Either } from 'fp-ts/Either';
import type { Observable } from 'rxjs';
import type { WalkError } from '../model/errors/WalkError';
import { followParams } from './list/followParams';
import { type Owned, owned } from './list/ownedWalk';
import { type PageAtATime, pageAtATime } from './list/pageAtATime';
import { resumeOnline } from './list/resumeOnline';
import { SESSION } from './session/Session';
import { trackBy } from './list/trackBy';
import type { WalkSignals, WalkSignalsOptions } from './walkSignals';
import type { WalkPace, WalkState } from './WalkState';

/**
 * Options of `walkResource`.
 *
 * @since 0.1.0
 */
export interface WalkResourceOptions<P, T> extends Omit<WalkSignalsOptions<T>, 'cacheKey'> {
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
 * A list that follows its params. `walkResource` makes one.
 *
 * @since 0.1.0
 */
export interface WalkResource<T> extends WalkSignals<T> {
  /** Whether the rows are those of the params before: with `keepPrevious`, or while the list is reloaded. */
  readonly isPrevious: Signal<boolean>;
  /** Whether a page has come, so that an empty list is known to be one. */
  hasValue(): boolean;
  /** Walks again with the same params; the rows stay until the first new page is there. False where there is nothing to do. */
  reload(): boolean;
}

/** The walk of some params. */
interface Running<P, T> extends Owned<T> {
  readonly params: P;
  readonly viewer: PageAtATime<T>;
}

const hasCome = <T>({ progress, status }: WalkState<T>): boolean => progress().pages > 0 || status() === 'end';

/**
 * A list whose walk follows signals, as Angular's `resource` does for one value: a change of the params aborts the walk
 * before and begins the next.
 *
 * ```text
 * params      a-------------b-----------
 * debounce                  ---|
 * status      loading  idle    loading  idle
 * value       []       [a a]   []       [b b]     with keepPrevious: [a a] until [b b] is there
 * ```
 *
 * `params`, `stream`, `value`, `status`, `error`, `isLoading`, `hasValue` and `reload` are those of `resource`, and params
 * that are undefined mean no walk. What differs is what a list needs: `value` is an array from the beginning and stays
 * readable after an error; `status` tells a list that waits (`idle`) from one that is complete (`end`); params that say the
 * same, field by field, start nothing new.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { createEnvironmentInjector, type EnvironmentInjector, Injector, runInInjectionContext, signal } from '@angular/core';
 * import { axiosTransport } from 'pagewalk';
 * import { injectObjectQuery, provideObjectQuery, walkResource } from 'pagewalk/angular';
 *
 * // In a component these are fields, and an input sets the text.
 * const search = () => {
 *   const client = injectObjectQuery();
 *   const text = signal('');
 *   const employees = walkResource({
 *     params: () => ({ text: text() }),
 *     stream: ({ params, pace }) =>
 *       client.search({
 *         apiFamily: 'demo',
 *         objectType: 'employee',
 *         query: { type: 'gte', field: 'name', value: params.text },
 *         ...pace,
 *       }),
 *     debounce: 300,
 *     keepPrevious: true,
 *     key: (employee) => String(employee.properties.id),
 *   });
 *   return { text, employees };
 * };
 * ```
 *
 * @see walkSignals
 * @since 0.1.0
 */
export const walkResource = <P, T>(options: WalkResourceOptions<P, T>): WalkResource<T> => {
  const { stream, debounce = 0, keepPrevious = false, lazy = false, key, cacheKey } = options;
  if (!(debounce >= 0)) throw new TypeError('debounce must be 0 or more');
  if (options.injector === undefined) assertInInjectionContext(walkResource);
  const { injector = inject(Injector) } = options;
  const destroyed = injector.get(DestroyRef);
  const current = signal<Running<P, T> | undefined>(undefined);
  const previous = signal<Running<P, T> | undefined>(undefined);
  const shown = computed(() => {
    const [now, before] = [current(), previous()];
    return now && before && !hasCome(now.walk.state) ? before : now;
  });

  const run = (params: P): Running<P, T> => {
    const viewer = pageAtATime<T>();
    const walkOptions = { ...options, cacheKey: cacheKey?.(params) };
    return { params, viewer, ...owned((pace) => stream({ params, pace }), viewer, walkOptions, injector) };
  };

  const loadMore = (): void => {
    const now = untracked(current);
    if (now === undefined || untracked(now.walk.state.status) === 'paused') return;
    now.viewer.wantMore(now.walk.rows);
    now.walk.demand();
  };

  const replace = (next: Running<P, T> | undefined, before: Running<P, T> | undefined): void => {
    previous.set(before);
    current.set(next);
    // One that was kept has its rows already.
    if (!lazy && next?.walk.rows.size === 0 && untracked(next.walk.state.status) === 'idle') loadMore();
  };

  followParams(options.params ?? ((): P => null as P), debounce, injector, (params) => {
    const before = keepPrevious ? untracked(shown) : undefined;
    untracked(current)?.leave();
    replace(params === undefined ? undefined : run(params), before);
  });
  // The rows that were shown meanwhile are kept in memory no longer than that.
  effect(
    () => {
      if (previous() !== undefined && shown() !== previous()) previous.set(undefined);
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
  resumeOnline(options, destroyed, () => untracked(current)?.walk.state);

  const read = <R>(from: typeof shown, none: R, pick: (state: WalkState<T>) => R): Signal<R> =>
    computed(() => {
      const running = from();
      return running === undefined ? none : pick(running.walk.state);
    });
  const tell = (act: (state: WalkState<T>) => void) => (): void => {
    const now = untracked(current);
    if (now !== undefined) act(now.walk.state);
  };
  const pages = read(shown, 0, ({ progress }) => progress().pages);

  return {
    value: read(shown, [], ({ value }) => value()),
    invalid: read(shown, [], ({ invalid }) => invalid()),
    objects: read(shown, [], ({ objects }) => objects()),
    progress: read(shown, { pages: 0, objects: 0 }, ({ progress }) => progress()),
    isPrevious: computed(() => shown() !== current()),
    status: read(current, 'idle', ({ status }) => status()),
    isLoading: read(current, false, ({ isLoading }) => isLoading()),
    hasMore: read(current, false, ({ hasMore }) => hasMore()),
    error: read(current, undefined, ({ error }) => error()),
    ...trackBy(key),
    get scroll() {
      return current()?.walk.state.scroll ?? { offset: 0 };
    },
    hasValue: () => pages() > 0,
    loadMore,
    reload: () => {
      const now = untracked(current);
      if (now === undefined || (untracked(shown) !== now && untracked(now.walk.state.isLoading))) return false;
      const before = untracked(shown);
      now.walk.destroy();
      replace(run(now.params), before);
      return true;
    },
    retry: tell((state) => {
      state.retry();
    }),
    restart: tell((state) => {
      previous.set(undefined);
      state.restart();
    }),
    pause: tell((state) => {
      state.pause();
    }),
    resume: tell((state) => {
      state.resume();
    }),
    cancel: tell((state) => {
      state.cancel();
    }),
  };
};
