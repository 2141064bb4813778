import { DestroyRef, inject, InjectionToken, type Injector, NgZone } from '@angular/core';
import { type Subscription, timer } from 'rxjs';
import type { KeptList } from './KeptList';
import type { ListWalk } from './Viewer';

/**
 * The lists that are kept while their components are away. `injectListCache` gives it.
 *
 * @since 0.1.0
 */
export interface ListCache {
  /** Drops every list that is kept. */
  clear(): void;
  /** Drops the lists whose `cacheKey` begins with this. */
  invalidate(prefix: string): void;
}

/** The same as lists see it. Each belongs to a client: another one may show other rows under the same name. */
export interface ListKeeper extends ListCache {
  readonly take: <T>(client: unknown, cacheKey: string) => KeptList<T> | undefined;
  readonly keep: <T>(client: unknown, cacheKey: string, walk: ListWalk<T>) => void;
  /** Drops the lists of a client. */
  readonly forget: (client: unknown) => void;
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
  walk?: ListWalk<unknown>;
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
  const take = (client: unknown, cacheKey: string): KeptList<unknown> | undefined =>
    drop([...away].find((kept) => kept.client === client && kept.cacheKey === cacheKey));
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

  return {
    take: take as ListKeeper['take'],
    keep: (client, cacheKey, walk) => {
      take(client, cacheKey);
      walk.release();
      if (isDestroyed || max < 1) {
        walk.destroy();
        return;
      }
      const kept: Kept = { client, cacheKey, walk: walk as ListWalk<unknown> };
      away.add(kept);
      expireLater(kept);
      walk.whenSettled(() => {
        if (kept.walk !== undefined) settle(kept);
        if (kept.data === undefined) drop(kept);
      });
      const [longestAway] = away;
      if (away.size > max) drop(longestAway);
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
