import { assertInInjectionContext, inject } from '@angular/core';
import { checkAtLeast0, checkKnown } from '../model/optionChecks';
import { cacheBounds, createListCache, LIST_CACHE, type ListCache } from './list/listCache';
import type { PagewalkFeature } from './PagewalkFeature';

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
 * Each list belongs to the client of its component. A route that provides its own client keeps its lists in the same
 * cache, under its own names.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { provideHttpClient, withFetch } from '@angular/common/http';
 * import { providePagewalk, withListCache } from 'pagewalk/angular';
 *
 * const providers = [
 *   provideHttpClient(withFetch()),
 *   providePagewalk({ baseURL: 'https://objects.example.com' }, withListCache({ lists: 5, ms: 60_000 })),
 * ];
 * ```
 *
 * @see injectListCache
 * @since 0.2.0
 */
export const withListCache = ({
  lists = cacheBounds.lists,
  ms = cacheBounds.ms,
  ...others
}: ListCacheOptions = {}): PagewalkFeature => {
  checkKnown('withListCache', others);
  checkAtLeast0('lists', lists);
  checkAtLeast0('ms', ms);
  return {
    kind: 'ListCache',
    providers: [{ provide: LIST_CACHE, useFactory: () => createListCache(lists, ms) }],
  };
};

/**
 * The lists that are kept by their `cacheKey`, wherever `inject` works: to drop those that are out of date, or all of them.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { injectListCache } from 'pagewalk/angular';
 *
 * class EmployeeEditor {
 *   private readonly cache = injectListCache();
 *   saved(): void {
 *     this.cache.invalidate('employees');
 *   }
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
