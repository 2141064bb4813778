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

/** A list that can be kept. */
export interface Keepable<K> extends Pick<List, 'release' | 'whenSettled' | 'destroy'> {
  /** Leaves the walk for good, and gives what is to be kept; undefined where nothing is worth it. */
  readonly keep: () => KeptList<K> | undefined;
}

/**
 * How a list that is left begins when it is shown again; undefined where it is not kept. A failure is not: the list continues with
 * the page that failed. Neither is a list that would have to begin again and could not know its rows.
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

/** The same as lists see it. Each belongs to a client: another one may show other rows under the same name. */
export interface ListKeeper extends ListCache {
  /** Opens the list of this name; undefined where one that is shown has the name, so that neither takes the other's rows. */
  readonly open: <K>(client: unknown, cacheKey: string) => OpenList<K> | undefined;
  /** Drops the lists of a client. */
  readonly forget: (client: unknown) => void;
}

/** A list that is shown under its name. */
export interface OpenList<K> {
  /** What was kept of it. */
  readonly kept: KeptList<K> | undefined;
  /** Gives the name back, and keeps the list. */
  readonly keep: (walk: Keepable<K>) => void;
  /** Gives the name back. */
  readonly close: () => void;
}

export const LIST_CACHE = new InjectionToken<ListKeeper>('lists whose component is away');

/** The cache that a list with a `cacheKey` needs. */
export const listKeeper = (injector: Injector): ListKeeper => {
  const cache = injector.get(LIST_CACHE, null, { optional: true });
  if (cache !== null) return cache;
  throw new Error(
    'cacheKey needs somewhere to keep lists: add withListCache() to provideObjectQuery, as provideObjectQuery({ … }, withListCache())',
  );
};

interface Kept {
  readonly client: unknown;
  readonly cacheKey: string;
  /** Ends the time for which it is kept. */
  expiry?: Subscription;
  /** The list itself, as long as a page is under way. */
  walk?: Keepable<unknown>;
  data?: KeptList<unknown> | undefined;
}

/** From now on only the data is held, and nothing that leads to the component. */
const settle = (kept: Kept): void => {
  kept.data = kept.walk?.keep();
  delete kept.walk;
};

export const createListCache = (max: number, ms: number): ListKeeper => {
  const zone = inject(NgZone);
  const away = new Set<Kept>();
  const opened = new Set<Pick<Kept, 'client' | 'cacheKey'>>();
  let isDestroyed = false;

  const drop = (kept: Kept | undefined): KeptList<unknown> | undefined => {
    if (kept === undefined) return undefined;
    away.delete(kept);
    kept.expiry?.unsubscribe();
    if (kept.walk !== undefined) settle(kept);
    return kept.data;
  };
  const dropAll = (isMeant: (kept: Kept) => boolean): void => {
    for (const kept of away) if (isMeant(kept)) drop(kept);
  };
  const find = <N extends Pick<Kept, 'client' | 'cacheKey'>>(
    among: Iterable<N>,
    client: unknown,
    cacheKey: string,
  ): N | undefined => [...among].find((other) => other.client === client && other.cacheKey === cacheKey);
  const clear = (): void => {
    dropAll(() => true);
  };

  // Outside of the zone: a timer in it would keep the application from being stable.
  const expireLater = (kept: Kept): void => {
    kept.expiry = zone.runOutsideAngular(() => timer(ms).subscribe(() => drop(kept)));
  };

  inject(DestroyRef).onDestroy(() => {
    isDestroyed = true;
    clear();
  });

  const keep = (client: unknown, cacheKey: string, walk: Keepable<unknown>): void => {
    walk.release();
    if (isDestroyed || max < 1) {
      walk.destroy();
      return;
    }
    const kept: Kept = { client, cacheKey, walk };
    away.add(kept);
    expireLater(kept);
    walk.whenSettled(() => {
      if (kept.walk !== undefined) settle(kept);
      if (kept.data === undefined) drop(kept);
    });
    const [longestAway] = away;
    if (away.size > max) drop(longestAway);
  };

  return {
    open: <K>(client: unknown, cacheKey: string) => {
      if (find(opened, client, cacheKey) !== undefined) return undefined;
      const name = { client, cacheKey };
      opened.add(name);
      return {
        kept: drop(find(away, client, cacheKey)) as KeptList<K> | undefined,
        keep: (walk) => {
          opened.delete(name);
          keep(client, cacheKey, walk);
        },
        close: () => {
          opened.delete(name);
        },
      };
    },
    forget: (client) => {
      dropAll((kept) => kept.client === client);
    },
    clear,
    invalidate: (prefix) => {
      dropAll(({ cacheKey }) => cacheKey.startsWith(prefix));
    },
  };
};
