import {
  DestroyRef,
  type EnvironmentProviders,
  inject,
  Injector,
  makeEnvironmentProviders,
  NgZone,
} from '@angular/core';
import { type Subscription, timer } from 'rxjs';
import { type ListWalk, listWalk, type Viewer } from './list/listWalk';
import { type ListCache, listCache } from './list/listCache';
import type { WalkSource, WalkStateOptions } from './WalkState';

/**
 * Options of `provideListCache`.
 *
 * @since 0.1.0
 */
export interface ListCacheOptions {
  /** The maximum of lists. Beyond it, the one that has been away longest is dropped. Default 20. */
  readonly lists?: number | undefined;
  /** For how many milliseconds a list is kept. Default 300,000, which is five minutes. */
  readonly ms?: number | undefined;
}

interface Kept {
  readonly walk: { readonly destroy: () => void };
  readonly expiry: Subscription;
}

const createListCache = (lists: number, ms: number): ListCache => {
  const injector = inject(Injector);
  const zone = inject(NgZone);
  const away = new Map<string, Kept>();
  let isDestroyed = false;

  const drop = (cacheKey: string): Kept | undefined => {
    const kept = away.get(cacheKey);
    away.delete(cacheKey);
    kept?.expiry.unsubscribe();
    return kept;
  };
  const evict = (cacheKey: string): void => {
    drop(cacheKey)?.walk.destroy();
  };

  inject(DestroyRef).onDestroy(() => {
    isDestroyed = true;
    for (const cacheKey of away.keys()) evict(cacheKey);
  });

  return {
    take: <T>(cacheKey: string, source: WalkSource<T>, viewer: Viewer<T>, options: WalkStateOptions<T>) => {
      const kept = drop(cacheKey)?.walk as ListWalk<T> | undefined;
      kept?.handTo(source, viewer);
      // It outlives the component, so it cannot belong to its injector.
      return kept ?? listWalk(source, viewer, options, injector);
    },
    keep: (cacheKey, walk) => {
      evict(cacheKey);
      walk.release();
      if (isDestroyed || lists < 1) {
        walk.destroy();
        return;
      }
      // A timer inside of the zone would keep the application from being stable.
      const expiry = zone.runOutsideAngular(() =>
        timer(ms).subscribe(() => {
          evict(cacheKey);
        }),
      );
      away.set(cacheKey, { walk, expiry });
      const [longestAway] = away.keys();
      if (away.size > lists && longestAway !== undefined) evict(longestAway);
    },
  };
};

/**
 * Keeps lists that have a `cacheKey` while their component is away, up to a number and for a time.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { type ApplicationConfig } from '@angular/core';
 * import { provideListCache } from 'pagewalk/angular';
 *
 * const appConfig: ApplicationConfig = { providers: [provideListCache({ lists: 5, ms: 60_000 })] };
 * ```
 *
 * @see walkResource
 * @since 0.1.0
 */
export const provideListCache = ({ lists = 20, ms = 300_000 }: ListCacheOptions = {}): EnvironmentProviders => {
  if (!(lists >= 0 && ms >= 0)) throw new TypeError('lists and ms must be 0 or more');
  return makeEnvironmentProviders([{ provide: listCache, useFactory: () => createListCache(lists, ms) }]);
};
