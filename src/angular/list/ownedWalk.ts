import { DestroyRef, inject, Injector } from '@angular/core';
import { type ListWalk, listWalk, type Viewer } from './listWalk';
import { listCache } from './listCache';
import { resumeOnline } from './resumeOnline';
import type { WalkSource, WalkStateOptions } from '../WalkState';

/** A walk, and what to do with it when nobody looks at it any more. */
export interface Owned<T> {
  readonly walk: ListWalk<T>;
  /** Ends it, or keeps it for whoever comes back. */
  readonly leave: () => void;
}

export const owned = <T>(
  source: WalkSource<T>,
  viewer: Viewer<T>,
  options: WalkStateOptions<T>,
  injector: Injector,
): Owned<T> => {
  const { cacheKey } = options;
  if (cacheKey === undefined) {
    const walk = listWalk(source, viewer, options, injector);
    return { walk, leave: walk.destroy };
  }
  const cache = injector.get(listCache, null, { optional: true });
  if (cache === null) {
    throw new Error(
      'cacheKey needs somewhere to keep lists: add provideListCache() to the providers of the application',
    );
  }
  const walk = cache.take(cacheKey, source, viewer, options);
  return {
    walk,
    leave: () => {
      cache.keep(cacheKey, walk);
    },
  };
};

/** The walk of a list, which is left with the injector that the list belongs to. */
export const ownedWalk = <T>(source: WalkSource<T>, viewer: Viewer<T>, options: WalkStateOptions<T>): ListWalk<T> => {
  const { injector = inject(Injector) } = options;
  const destroyed = injector.get(DestroyRef);
  const { walk, leave } = owned(source, viewer, options, injector);
  destroyed.onDestroy(leave);
  resumeOnline(options, destroyed, () => walk.state);
  return walk;
};
