import { assertInInjectionContext, inject } from '@angular/core';
import { LIST_CACHE, type ListCache } from './list/listCache';

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
 * @since 0.1.0
 */
export const injectListCache = (): ListCache => {
  assertInInjectionContext(injectListCache);
  const cache = inject(LIST_CACHE, { optional: true });
  if (cache === null) throw new Error('injectListCache found no cache: add withListCache() to provideObjectQuery');
  return cache;
};
