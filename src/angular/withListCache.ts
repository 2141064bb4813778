import { assertInInjectionContext, DestroyRef, inject, InjectionToken, NgZone } from '@angular/core';
import { createListCache } from '../list/createListCache';
import { checkAtLeast0, checkKnown } from '../model/optionChecks';
import type { PagewalkFeature } from './PagewalkFeature';

/** The lists that are kept while their components are away. `injectListCache` gives it. @since 1.0.0 */
export interface ListCache {
  /** Drops every list that is kept. */
  clear(): void;
  /** Drops the lists whose `cacheKey` begins with this, and reloads those that are shown. */
  invalidate(prefix: string): void;
}

const listCacheOf = (max: number, ms: number) => {
  const zone = inject(NgZone);
  // Outside of the zone: a timer in it would keep the application from being stable.
  const cache = createListCache(max, ms, (run) => zone.runOutsideAngular(run));
  inject(DestroyRef).onDestroy(cache.destroy);
  return cache;
};

/** The maximum of lists, and for how many milliseconds each is kept. */
const bounds = { lists: 20, ms: 300_000 };

export const LIST_CACHE = new InjectionToken<ReturnType<typeof createListCache>>('lists whose component is away', {
  providedIn: 'root',
  factory: () => listCacheOf(bounds.lists, bounds.ms),
});

/** Options of `withListCache`. @inline */
interface ListCacheOptions {
  /** The maximum of lists. Beyond it, the one that has been away longest is dropped. Default 20. */
  readonly lists?: number | undefined;
  /** For how many milliseconds a list is kept. Default 300,000, which is five minutes. */
  readonly ms?: number | undefined;
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
 * const provider = providePagewalk({ baseURL: 'https://objects.example.com' }, withListCache({ lists: 5, ms: 60_000 }));
 * ```
 *
 * @see injectListCache
 * @since 0.2.0
 */
export const withListCache = (options: ListCacheOptions = {}): PagewalkFeature => {
  const { lists = bounds.lists, ms = bounds.ms, ...others } = options;
  checkKnown('withListCache', others);
  checkAtLeast0('lists', lists);
  checkAtLeast0('ms', ms);
  return { kind: 'ListCache', providers: [{ provide: LIST_CACHE, useFactory: () => listCacheOf(lists, ms) }] };
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
export const injectListCache = (): ListCache => {
  assertInInjectionContext(injectListCache);
  return inject(LIST_CACHE);
};
