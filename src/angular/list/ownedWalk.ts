import { DestroyRef, ErrorHandler, inject, Injector } from '@angular/core';
import { asyncScheduler } from 'rxjs';
import { beforeRender } from './beforeRender';
import { listWalk } from './listWalk';
import type { ListWalk, Viewer } from './Viewer';
import { listKeeper } from './listCache';
import { OBJECT_QUERY } from '../injectObjectQuery';
import { SESSION } from '../session/Session';
import { serverStatus } from '../server/serverStatus';
import { withEditsOf } from './KeptList';
import type { PendingEdits } from '../rows/pendingEdits';
import { keepFresh } from './keepFresh';
import { resumeOnline } from './resumeOnline';
import type { WalkSource, WalkStateOptions } from '../WalkState';

declare const ngDevMode: unknown;

/** A walk, and what to do with it when it is no longer visible. */
export interface Owned<T> {
  readonly walk: ListWalk<T>;
  /** Ends it, or keeps it for the next visit. */
  readonly leave: () => void;
  /** Ends it. */
  readonly end: () => void;
}

/** A list, or the one that was kept. One that takes the place of another has its edits. */
export const owned = <T>(
  source: WalkSource<T>,
  viewer: Viewer,
  options: WalkStateOptions<T>,
  injector: Injector,
  edits?: PendingEdits<T>,
): Owned<T> => {
  const { cacheKey } = options;
  const made = (kept = edits && withEditsOf(edits)): ListWalk<T> => {
    const walk = listWalk(source, viewer, options, injector, kept);
    serverStatus(options.serverStatus, injector, walk.state);
    return walk;
  };
  if (cacheKey === undefined) {
    const walk = made();
    return { walk, leave: walk.destroy, end: walk.destroy };
  }
  const cache = listKeeper(injector);
  // Lists of a session that is over must have gone by now.
  injector.get(SESSION, null, { optional: true })?.isOpen();
  const client = injector.get(OBJECT_QUERY, null, { optional: true });
  const open = cache.open<T>(client, cacheKey);
  if (open === undefined) {
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      const names = new Error(
        `the cacheKey ${JSON.stringify(cacheKey)} is that of another list that is shown: give each a name of its own`,
      );
      injector.get(ErrorHandler, null)?.handleError(names);
    }
    const walk = made();
    return { walk, leave: walk.destroy, end: walk.destroy };
  }
  const kept = edits === undefined ? open.kept : undefined;
  const walk = made(kept);
  if (kept !== undefined && asyncScheduler.now() - kept.at > (options.staleMs ?? Infinity)) {
    // Later, because a component is made before its inputs are set.
    queueMicrotask(() => walk.state.refresh());
  }
  return {
    walk,
    leave: () => {
      open.keep(walk);
    },
    end: () => {
      open.close();
      walk.destroy();
    },
  };
};

/** The walk of a list, which is left with the injector that the list belongs to. */
export const ownedWalk = <T>(source: WalkSource<T>, viewer: Viewer, options: WalkStateOptions<T>): ListWalk<T> => {
  const { injector = inject(Injector) } = options;
  const { walk, leave } = owned(source, viewer, options, injector);
  injector.get(DestroyRef).onDestroy(leave);
  resumeOnline(options, injector, () => walk.state);
  keepFresh(options, injector, () => walk.state);
  beforeRender(injector, walk.hydrate);
  return walk;
};
