import { assertInInjectionContext, DestroyRef, inject, InjectionToken, NgZone } from '@angular/core';
import type { Observable } from 'rxjs';
import { maxTimer } from '../model/maxTimer';
import { checkAtLeast0, checkKnown } from '../model/optionChecks';
import type { PagewalkFeature } from './PagewalkFeature';

/** The lists that are kept while their components are away. `injectListCache` gives it. @since 1.0.0 */
export interface ListCache {
  /** Drops every list that is kept. */
  clear(): void;
  /** Drops the lists whose `cacheKey` begins with this, and reloads those that are shown. */
  invalidate(prefix: string): void;
}

interface Keepable {
  readonly settled: Observable<unknown>;
  /** Leaves the walk for good, and returns what to keep, which holds nothing of a component; undefined if that is nothing. */
  readonly keep: () => unknown;
}

/** A list under its name. Each belongs to a client: another one may show other rows under the same name. */
interface Entry {
  readonly client: unknown;
  readonly cacheKey: string;
  /** Only of one that is shown. */
  readonly reload?: () => void;
  /** Ends the time for which it is kept. */
  expiry?: ReturnType<typeof setTimeout>;
  /** The list itself, as long as a page is under way, and then its data alone: nothing that leads to the component. */
  walk?: Keepable | undefined;
  data?: unknown;
}

const settle = (entry: Entry): unknown => {
  const { walk } = entry;
  entry.walk = undefined;
  if (walk !== undefined) entry.data = walk.keep();
  return entry.data;
};

const createListCache = (max: number, ms: number) => {
  const zone = inject(NgZone);
  const entries = new Set<Entry>();
  let isDestroyed = false;

  const away = (isMeant: (entry: Entry) => boolean = () => true): ReadonlyArray<Entry> =>
    [...entries].filter((entry) => entry.reload === undefined && isMeant(entry));
  const drop = (entry: Entry): unknown => {
    entries.delete(entry);
    clearTimeout(entry.expiry);
    return settle(entry);
  };
  const clear = (): void => away().forEach(drop);
  inject(DestroyRef).onDestroy(() => {
    isDestroyed = true;
    clear();
  });

  const keep = (entry: Entry, walk: Keepable): void => {
    entry.walk = walk;
    if (isDestroyed || max < 1) return void settle(entry);
    entries.add(entry);
    // Outside of the zone: a timer in it would keep the application from being stable. In Node, no process waits for it.
    const expiry = zone.runOutsideAngular(() => setTimeout(() => drop(entry), Math.min(ms, maxTimer)));
    (expiry as { readonly unref?: () => void }).unref?.();
    entry.expiry = expiry;
    walk.settled.subscribe(() => {
      if (settle(entry) === undefined) drop(entry);
    });
    away().slice(0, -max).forEach(drop);
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
    forget: (client: unknown): void => away((entry) => entry.client === client).forEach(drop),
    clear,
    invalidate: (prefix: string): void => {
      const isMeant = ({ cacheKey }: Entry): boolean => cacheKey.startsWith(prefix);
      away(isMeant).forEach(drop);
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
