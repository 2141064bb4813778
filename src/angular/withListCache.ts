import {
  assertInInjectionContext,
  DestroyRef,
  inject,
  InjectionToken,
  NgZone,
} from '@angular/core';
import { createListCache } from '../list/createListCache';
import { checkAtLeast0, checkKnown } from '../model/optionChecks';
import type { PagewalkFeature } from './PagewalkFeature';

const listCacheOf = (max: number, keepTime: number) => {
  const zone = inject(NgZone);
  // Outside of the zone: a timer in it would keep the application from being stable.
  const cache = createListCache(max, keepTime, (run) => zone.runOutsideAngular(run));
  inject(DestroyRef).onDestroy(cache.destroy);
  return { ...cache, clear: (): void => cache.invalidate('') };
};

/** The maximum of lists, and for how many milliseconds each is kept. */
const bounds = { lists: 20, keepTime: 300_000 };

export const LIST_CACHE = new InjectionToken<ReturnType<typeof listCacheOf>>(
  'lists whose component is away',
  {
    providedIn: 'root',
    factory: () => listCacheOf(bounds.lists, bounds.keepTime),
  },
);

/** Options of `withListCache`. @inline */
interface ListCacheOptions {
  /** The maximum of lists. Beyond it, the one that has been away longest is dropped. Default 20. */
  readonly lists?: number | undefined;
  /** For how many milliseconds a list is kept. Default 300,000, which is five minutes. */
  readonly keepTime?: number | undefined;
}

/**
 * Changes how many lists with a `cacheKey` are kept while their components are away, and for how long. 0 keeps none.
 *
 * Lists of a route that provides its own client are in the same cache, under its own names.
 *
 * @example
 * ```ts
 * import { providePagewalk, withListCache } from 'pagewalk/angular';
 *
 * const provider = providePagewalk({ baseURL: 'https://objects.example.com' }, withListCache({ lists: 5, keepTime: 60_000 }));
 * ```
 *
 * @see injectListCache
 * @since 0.2.0
 */
export const withListCache = (options: ListCacheOptions = {}): PagewalkFeature => {
  const { lists = bounds.lists, keepTime = bounds.keepTime, ...others } = options;
  checkKnown('withListCache', others);
  checkAtLeast0('lists', lists);
  checkAtLeast0('keepTime', keepTime);
  return {
    kind: 'ListCache',
    providers: [{ provide: LIST_CACHE, useFactory: () => listCacheOf(lists, keepTime) }],
  };
};

/**
 * The lists that are kept by their `cacheKey`, wherever `inject` works: to drop those that are out of date, or all of them.
 *
 * @example
 * ```ts
 * import { injectListCache } from 'pagewalk/angular';
 *
 * class Editor {
 *   readonly cache = injectListCache();
 *   readonly saved = () => this.cache.invalidate('employees');
 * }
 * ```
 *
 * @see withListCache
 * @since 0.2.0
 */
export const injectListCache = (): {
  /** Drops every list that is kept, and reloads those with a `cacheKey` that are shown. */
  clear(): void;
  /** The same for lists whose `cacheKey` begins with this. */
  invalidate(prefix: string): void;
} => {
  assertInInjectionContext(injectListCache);
  return inject(LIST_CACHE);
};
