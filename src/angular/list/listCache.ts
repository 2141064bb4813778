import { InjectionToken } from '@angular/core';
import type { WalkSource, WalkStateOptions } from '../WalkState';
import type { ListWalk, Viewer } from './listWalk';

/** Lists whose component is away, each under its key. */
export interface ListCache {
  /** Gives a list to the component that has come for it: the one that was kept, or a new one. */
  readonly take: <T>(
    cacheKey: string,
    source: WalkSource<T>,
    viewer: Viewer<T>,
    options: WalkStateOptions<T>,
  ) => ListWalk<T>;
  readonly keep: <T>(cacheKey: string, walk: ListWalk<T>) => void;
}

/** Whoever keeps lists, if anybody does. */
export const listCache = new InjectionToken<ListCache>('lists whose component is away');
