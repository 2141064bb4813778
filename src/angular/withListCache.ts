import { assertInInjectionContext, DestroyRef, inject, InjectionToken, NgZone } from '@angular/core';
import { maxTimer } from '../model/maxTimer';
import { checkAtLeast0, checkKnown } from '../model/optionChecks';
import type { PagewalkFeature } from './PagewalkFeature';

/** The lists that are kept while their components are away. `injectListCache` gives it. @inline */
interface ListCache {
  /** Drops every list that is kept. */
  clear(): void;
  /** Drops the lists whose `cacheKey` begins with this, and reloads those that are shown. */
  invalidate(prefix: string): void;
}

interface Keepable {
  readonly whenSettled: (settled: () => void) => void;
  /** Leaves the walk for good, and returns what to keep, which holds nothing of a component; undefined if that is nothing. */
  readonly keep: () => unknown;
}

/** A list under its name. Each belongs to a client: another one may show other rows under the same name. */
interface Entry {
  readonly client: unknown;
  readonly cacheKey: string;
  readonly reload?: () => void;
  /** Ends the time for which it is kept. */
  expiry?: ReturnType<typeof setTimeout>;
  /** The list itself, as long as a page is under way. */
  walk?: Keepable | undefined;
  data?: unknown;
}

/** From now on only the data is held, and nothing that leads to the component. */
const settle = (entry: Entry): unknown => {
  if (entry.walk !== undefined) entry.data = entry.walk.keep();
  entry.walk = undefined;
  return entry.data;
};

const createListCache = (max: number, ms: number) => {
  const zone = inject(NgZone);
  const entries = new Set<Entry>();
  let isDestroyed = false;

  const drop = (entry: Entry): unknown => {
    entries.delete(entry);
    clearTimeout(entry.expiry);
    return settle(entry);
  };
  const dropAll = (isMeant: (entry: Entry) => boolean): void => {
    for (const entry of entries) if (entry.reload === undefined && isMeant(entry)) drop(entry);
  };
  const clear = (): void => dropAll(() => true);
  inject(DestroyRef).onDestroy(() => {
    isDestroyed = true;
    clear();
  });

  const keep = (entry: Entry, walk: Keepable): void => {
    if (isDestroyed || max < 1) {
      walk.keep();
      return;
    }
    entries.add(entry);
    entry.walk = walk;
    // Outside of the zone: a timer in it would keep the application from being stable. In Node, no process waits for it.
    const expiry = zone.runOutsideAngular(() => setTimeout(() => drop(entry), Math.min(ms, maxTimer)));
    (expiry as { readonly unref?: () => void }).unref?.();
    entry.expiry = expiry;
    walk.whenSettled(() => {
      if (settle(entry) === undefined) drop(entry);
    });
    const away = [...entries].filter(({ reload }) => reload === undefined);
    if (away.length > max) away.slice(0, 1).forEach(drop);
  };

  return {
    /** Opens the list of this name; undefined where one that is shown has the name, so that neither takes the other's rows. */
    open: (client: unknown, cacheKey: string, reload: () => void) => {
      const found = [...entries].find((other) => other.client === client && other.cacheKey === cacheKey);
      if (found?.reload !== undefined) return undefined;
      const kept = found && drop(found);
      const entry: Entry = { client, cacheKey, reload };
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
    invalidate: (prefix: string): void => {
      const isMeant = ({ cacheKey }: Entry): boolean => cacheKey.startsWith(prefix);
      dropAll(isMeant);
      for (const entry of entries) if (isMeant(entry)) entry.reload?.();
    },
  };
};

/** The maximum of lists, and for how many milliseconds each is kept. */
const bounds = { lists: 20, ms: 300_000 };

export const LIST_CACHE = new InjectionToken<ReturnType<typeof createListCache>>('lists whose component is away', {
  providedIn: 'root',
  factory: () => createListCache(bounds.lists, bounds.ms),
});

/** Options of `withListCache`. @inline */
interface ListCacheOptions {
  /** The maximum of lists. Beyond it, the one that has been away longest is dropped. Default 20. */
  readonly lists?: number | undefined;
  /** For how many milliseconds a list is kept. Default 300,000, which is five minutes. */
  readonly ms?: number | undefined;
}

/**
 * Changes how many lists with a `cacheKey` are kept while their components are away, and for how long. 0 keeps none.
 *
 * Lists of a route that provides its own client are in the same cache, under its own names.
 *
 * @example
 * ```ts
 * import { providePagewalk, withListCache } from 'pagewalk/angular';
 *
 * const provider = providePagewalk({ baseURL: 'https://objects.example.com' }, withListCache({ lists: 5, ms: 60_000 }));
 * ```
 *
 * @see injectListCache
 * @since 0.2.0
 */
export const withListCache = (options: ListCacheOptions = {}): PagewalkFeature => {
  const { lists = bounds.lists, ms = bounds.ms, ...others } = options;
  checkKnown('withListCache', others);
  checkAtLeast0('lists', lists);
  checkAtLeast0('ms', ms);
  return { kind: 'ListCache', providers: [{ provide: LIST_CACHE, useFactory: () => createListCache(lists, ms) }] };
};

/**
 * The lists that are kept by their `cacheKey`, wherever `inject` works: to drop those that are out of date, or all of them.
 *
 * @example
 * ```ts
 * import { injectListCache } from 'pagewalk/angular';
 *
 * class Editor {
 *   readonly cache = injectListCache();
 *   readonly saved = () => this.cache.invalidate('employees');
 * }
 * ```
 *
 * @see withListCache
 * @since 0.2.0
 */
export const injectListCache = (): ListCache => {
  assertInInjectionContext(injectListCache);
  return inject(LIST_CACHE);
};
