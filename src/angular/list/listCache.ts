import { DestroyRef, inject, InjectionToken, type Injector, NgZone } from '@angular/core';
import { type Subscription, timer } from 'rxjs';
import type { List } from './List';
import type { ListState } from './ListState';

/** How far somebody has scrolled. */
export interface Scroll {
  offset: number;
}

/** A list as data: what is kept of it while its component is away. It holds nothing of the component. */
export interface KeptList<K> {
  readonly state: ListState;
  readonly rows: K;
  readonly scroll: Scroll;
  /** When its rows were asked for, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * How a kept list begins when it is shown again; undefined if it is not kept. Its failure is not kept: it continues
 * with the page that failed. A list that would have to begin again, and could not recognize its rows, is not kept.
 */
export const keptState = (state: ListState, hasRows: boolean, isKnown: boolean): ListState | undefined => {
  const { isEnd, isTransferred, start } = state;
  if (!isEnd && !(hasRows && (isKnown || isTransferred || start.pageToken !== undefined))) return undefined;
  const atRest = { phase: 'idle', isWalking: false, isReleased: false, isPaused: false, again: [] } as const;
  return { ...state, ...atRest, error: isEnd ? state.error : undefined };
};

/** The lists that are kept while their components are away. `injectListCache` gives it. @inline */
export interface ListCache {
  /** Drops every list that is kept. */
  clear(): void;
  /** Drops the lists whose `cacheKey` begins with this. */
  invalidate(prefix: string): void;
}

/** A list that can be kept. */
interface Keepable extends Pick<List, 'release' | 'whenSettled' | 'destroy'> {
  /** Leaves the walk for good, and returns what to keep; undefined if nothing is worth keeping. */
  readonly keep: () => KeptList<unknown> | undefined;
}

/** A list under its name. Each belongs to a client: another one may show other rows under the same name. */
interface Entry {
  readonly client: unknown;
  readonly cacheKey: string;
  readonly isShown: boolean;
  /** Ends the time for which it is kept. */
  expiry?: Subscription;
  /** The list itself, as long as a page is under way. */
  walk?: Keepable;
  data?: KeptList<unknown> | undefined;
}

export type ListKeeper = ReturnType<typeof createListCache>;

export const LIST_CACHE = new InjectionToken<ListKeeper>('lists whose component is away');

/** The cache that a list with a `cacheKey` needs. */
export const listKeeper = (injector: Injector): ListKeeper => {
  const cache = injector.get(LIST_CACHE, null, { optional: true });
  if (cache !== null) return cache;
  throw new Error(
    'cacheKey needs somewhere to keep lists: add withListCache() to provideObjectQuery, as provideObjectQuery({ … }, withListCache())',
  );
};

/** From now on only the data is held, and nothing that leads to the component. */
const settle = (entry: Entry): void => {
  if (entry.walk !== undefined) entry.data = entry.walk.keep();
  delete entry.walk;
};

export const createListCache = (max: number, ms: number) => {
  const zone = inject(NgZone);
  const entries = new Set<Entry>();
  let isDestroyed = false;

  const drop = (entry: Entry): KeptList<unknown> | undefined => {
    entries.delete(entry);
    entry.expiry?.unsubscribe();
    settle(entry);
    return entry.data;
  };
  const dropAll = (isMeant: (entry: Entry) => boolean): void => {
    for (const entry of entries) if (!entry.isShown && isMeant(entry)) drop(entry);
  };
  const clear = (): void => dropAll(() => true);
  inject(DestroyRef).onDestroy(() => {
    isDestroyed = true;
    clear();
  });

  const keep = (name: Pick<Entry, 'client' | 'cacheKey'>, walk: Keepable): void => {
    walk.release();
    if (isDestroyed || max < 1) {
      walk.destroy();
      return;
    }
    const entry: Entry = { ...name, isShown: false, walk };
    entries.add(entry);
    // Outside of the zone: a timer in it would keep the application from being stable.
    entry.expiry = zone.runOutsideAngular(() => timer(ms).subscribe(() => drop(entry)));
    walk.whenSettled(() => {
      settle(entry);
      if (entry.data === undefined) drop(entry);
    });
    const away = [...entries].filter(({ isShown }) => !isShown);
    if (away.length > max) away.slice(0, 1).forEach(drop);
  };

  return {
    /** Opens the list of this name; undefined where one that is shown has the name, so that neither takes the other's rows. */
    open: <K>(client: unknown, cacheKey: string) => {
      const found = [...entries].find((other) => other.client === client && other.cacheKey === cacheKey);
      if (found?.isShown) return undefined;
      const kept = found && (drop(found) as KeptList<K> | undefined);
      const entry: Entry = { client, cacheKey, isShown: true };
      entries.add(entry);
      /** Gives the name back, and keeps the list. */
      const leave = (walk: Keepable): void => {
        entries.delete(entry);
        keep({ client, cacheKey }, walk);
      };
      return { kept, keep: leave };
    },
    /** Drops the lists of a client. */
    forget: (client: unknown): void => dropAll((entry) => entry.client === client),
    clear,
    invalidate: (prefix: string): void => dropAll(({ cacheKey }) => cacheKey.startsWith(prefix)),
  };
};
