import { assertInInjectionContext, inject } from '@angular/core';
import { createListCache, LIST_CACHE, type ListCache } from './list/listCache';
import type { ObjectQueryFeature } from './ObjectQueryFeature';

/** Options of `withListCache`. @inline */
interface ListCacheOptions {
  /** The maximum of lists. Beyond it, the one that has been away longest is dropped. Default 20. */
  readonly lists?: number | undefined;
  /** For how many milliseconds a list is kept. Default 300,000, which is five minutes. */
  readonly ms?: number | undefined;
}

/**
 * Keeps lists that have a `cacheKey` while their component is away, up to a number and for a time.
 *
 * Each list belongs to the client of its component. A route that provides its own client keeps its lists in the same
 * cache, under its own names.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { provideHttpClient, withFetch } from '@angular/common/http';
 * import { provideObjectQuery, withListCache } from 'pagewalk/angular';
 *
 * const providers = [
 *   provideHttpClient(withFetch()),
 *   provideObjectQuery({ baseURL: 'https://objects.example.com' }, withListCache({ lists: 5, ms: 60_000 })),
 * ];
 * ```
 *
 * @see injectListCache
 * @since 0.2.0
 */
export const withListCache = ({ lists = 20, ms = 300_000 }: ListCacheOptions = {}): ObjectQueryFeature => {
  if (!(lists >= 0 && ms >= 0)) throw new TypeError('lists and ms must be 0 or more');
  return {
    kind: 'ListCache',
    providers: [{ provide: LIST_CACHE, useFactory: () => createListCache(lists, ms) }],
  };
};

/**
 * The cache of `withListCache`, wherever `inject` works: to drop lists that are out of date, or all of them.
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
  const cache = inject(LIST_CACHE, { optional: true });
  if (cache === null) throw new Error('injectListCache found no cache: add withListCache() to provideObjectQuery');
  return cache;
};
