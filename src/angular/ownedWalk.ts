import { DestroyRef, inject, Injector } from '@angular/core';
import { type HeldWalk, heldWalk, type Viewer } from './heldWalk';
import type { WalkSource, WalkStateOptions } from './WalkState';

/** The walk of a list, which ends with the injector that the list belongs to. */
export const ownedWalk = <T>(source: WalkSource<T>, viewer: Viewer<T>, options: WalkStateOptions<T>): HeldWalk<T> => {
  const { injector = inject(Injector) } = options;
  const held = heldWalk(source, viewer, options, injector);
  injector.get(DestroyRef).onDestroy(held.destroy);
  return held;
};
