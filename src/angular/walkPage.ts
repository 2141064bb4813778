import {
  computed,
  DestroyRef,
  effect,
  ErrorHandler,
  type Injector,
  type Signal,
  signal,
  untracked,
  type WritableSignal,
} from '@angular/core';
import type * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { Observable } from 'rxjs';
import { type Client, clientOver } from '../client/Client';
import { schemeOf } from '../list/WalkSource';
import type { Scheme } from '../model/paging/scheme';
import type { WalkError } from '../model/errors/WalkError';
import type { PageToken } from '../model/PageToken';
import { sameValue } from '../model/json/sameValue';
import { keepFresh } from './list/freshness';
import { listForParams } from './list/listForParams';
import { listInjector, reloads } from './list/listInjector';
import { type ListOptionsOf, type OpenedList, openList } from './list/openList';
import { type ListKind, onDemand } from './list/shownList';
import { isOnServer, SESSION } from './PagewalkFeature';
import type { WalkList, WalkListOptions } from './WalkList';
import { LIST_CACHE } from './withListCache';

/** Which page is shown: its number, counted from 0, and how many rows a page has. @inline */
interface PageOf {
  readonly index: number;
  readonly size: number;
}

/** Options of `walkPage`. @since 1.0.0 */
export interface WalkPageOptions<P, T> extends Omit<WalkListOptions<P, T>, 'stream'> {
  /** The page, read from signals. An index that is not a whole number, as an address may have one, is the first page. */
  readonly page: () => PageOf;
  /** Makes the walk for these params. Give it the size of the page: `({ page, client }) => client.objects(rows, { pageSize: page.size })`. */
  readonly stream: (request: {
    readonly params: NoInfer<P>;
    readonly page: PageOf;
    readonly client: Pick<Client, 'list' | 'search' | 'objects'>;
  }) => Observable<E.Either<WalkError, T>>;
  /** Loads the next page ahead, and keeps pages that were shown. Default false. */
  readonly prefetch?: boolean | undefined;
  /** Shows the last page where `page` lies beyond it, as soon as the service has said how many objects there are. Default false. */
  readonly clamp?: boolean | undefined;
}

/** One page of a list. `walkPage` makes one. @since 1.0.0 */
export interface WalkPage<T> extends WalkList<T> {
  /** The page that is shown, counted from 0: that of `page`, or the last one because of `clamp`. */
  readonly index: Signal<number>;
  /** The last page, counted from 0; undefined until the service has said how many objects there are. */
  readonly lastIndex: Signal<number | undefined>;
}

const nameless =
  'walkPage needs a scheme that can name pages, as byOffset and byPageNumber can. For other endpoints use walkResource with loadMore()';

/** The token of a page; undefined for the first one. */
const tokenOf = (
  { numbered }: Pick<Scheme, 'numbered'>,
  { index, size }: PageOf,
): PageToken | undefined => {
  if (index === 0) return undefined;
  if (numbered === undefined) throw new TypeError(nameless);
  const token = numbered.seek(O.none, index * size, size);
  if (O.isNone(token)) throw new RangeError(`walkPage: no page can have the index ${index}`);
  return token.value;
};

/** A client whose walks begin with a page. */
const from = <C extends Pick<Client, 'objects'>>(client: C, page: PageOf): Client =>
  clientOver({
    ...(client as C & Client),
    objects: (endpoint, given) => {
      const pageToken = tokenOf(schemeOf(endpoint, given), page);
      return client.objects(endpoint, { ...given, ...(pageToken !== undefined && { pageToken }) });
    },
  });

/** A page, and the params that it belongs to. */
interface Wanted<P> {
  readonly params: P;
  readonly page: PageOf;
}

/** The page that is asked for. An index that is not a whole number is reported once, and is the first page. */
const pageAsked = (page: () => PageOf, injector: Injector): (() => PageOf) => {
  let refused: number | undefined;
  return () => {
    const { index, size } = page();
    if (!(Number.isSafeInteger(size) && size > 0))
      throw new TypeError('the size of a page must be 1 or more');
    if (Number.isSafeInteger(index) && index >= 0) return { index, size };
    if (!Object.is(index, refused) && (typeof ngDevMode === 'undefined' || ngDevMode)) {
      const problem = new Error(
        `walkPage: the index ${index} is not a whole number: the first page is shown`,
      );
      untracked(() => injector.get(ErrorHandler, null)?.handleError(problem));
    }
    refused = index;
    return { index: 0, size };
  };
};

const lastOf = (total: number, { size }: PageOf): number =>
  Math.max(0, Math.ceil(total / size) - 1);

/** How many objects there are with some params: the pages that are asked for follow from it. */
type KnownTotal<P> = { readonly params: P; readonly total: number } | undefined;

/** Which page is wanted: that which is asked for, or the last one that is known of these params. */
const wantedPage = <P>(asked: () => PageOf, params: (() => P | undefined) | undefined) => {
  const known = signal<KnownTotal<P>>(undefined, { equal: sameValue });
  const wanted = (ahead: number): Wanted<P> | undefined => {
    const given = params === undefined ? (null as P) : params();
    if (given === undefined) return undefined;
    const [page, count] = [asked(), known()];
    const last = count && sameValue(count.params, given) ? lastOf(count.total, page) : Infinity;
    return { params: given, page: { ...page, index: Math.min(page.index, last) + ahead } };
  };
  return { known, wanted };
};

/** Notes how many objects there are, as the page says that is shown. */
const noteTotals = <P>(
  known: WritableSignal<KnownTotal<P>>,
  { progress, isPrevious }: Pick<WalkList<unknown>, 'progress' | 'isPrevious'>,
  shown: () => Wanted<P> | undefined,
  outdate: () => void,
  injector: Injector,
): void => {
  // Another user has other rows, and another number of them.
  const changes = injector.get(SESSION, null)?.changes.subscribe(() => known.set(undefined));
  injector.get(DestroyRef).onDestroy(() => changes?.unsubscribe());
  effect(
    () => {
      const [{ total }, now] = [progress(), shown()];
      if (total === undefined || now === undefined || isPrevious()) return;
      const before = untracked(known);
      // Two kept pages that say different totals would lead to one another, again and again.
      if (before && before.total !== total && sameValue(before.params, now.params))
        untracked(outdate);
      known.set({ params: now.params, total });
    },
    { injector },
  );
};

/** Loads a page ahead as soon as there is one to load, and leaves it to the cache. */
const loadAhead = <P, T>(
  next: () => Wanted<P> | undefined,
  open: (given: Wanted<P>) => OpenedList<T>,
  begins: ListKind<T>['begins'],
  injector: Injector,
): void => {
  const settled = computed(next, { equal: sameValue });
  effect(
    (onCleanup) => {
      const given = settled();
      if (given === undefined) return;
      const ahead = untracked(() => open(given));
      onCleanup(ahead.destroy);
      for (const event of [...begins(ahead), { type: 'turn' } as const]) ahead.send(event);
    },
    { injector },
  );
};

let lists = 0;

/**
 * One page of a list, for page buttons: it follows signals for the page and for sort and filter, and shows the previous rows
 * until those of the next page arrive.
 *
 * ```text
 * page        0-----------1-----------
 * value       [] [a b]    [a b] [c d]       isPrevious() until [c d] is there
 * ```
 *
 * `progress().total` is set if the scheme reads it, and `hasMore()` is for a Next button. It needs a scheme that can name
 * pages: `byOffset` or `byPageNumber`.
 *
 * @example
 * ```ts
 * import { signal } from '@angular/core';
 * import { endpoint } from 'pagewalk';
 * import { walkPage } from 'pagewalk/angular';
 * import { at, byOffset, query } from 'pagewalk/paging';
 *
 * const paging = byOffset({ to: query('offset'), total: at('total') });
 * const rows = endpoint({ name: 'rows', method: 'GET', path: '/rows', items: at('data'), paging, pageSize: query('limit') });
 *
 * // A component, without its decorator. Its template has <mat-paginator [length]="list.progress().total ?? 0" …>.
 * class Rows {
 *   readonly page = signal({ index: 0, size: 25 });
 *   readonly list = walkPage({ page: this.page, stream: ({ page, client }) => client.objects(rows, { pageSize: page.size }) });
 * }
 * ```
 *
 * @see walkResource
 * @since 1.0.0
 */
export const walkPage = <P, T>(options: WalkPageOptions<P, T>): WalkPage<T> => {
  const { page, params, stream, prefetch = false, clamp = false, ...others } = options;
  const own = [...reloads, 'page', 'prefetch', 'clamp'];
  const injector = listInjector('walkPage', walkPage, options, own);
  const { known, wanted } = wantedPage(pageAsked(page, injector), params);
  const cacheKey = options.cacheKey ?? (prefetch ? `page ${(lists += 1)}` : undefined);
  // An edit may be confirmed after its component has gone, and the injector with it.
  const cache = cacheKey === undefined ? undefined : injector.get(LIST_CACHE);
  /** Pages that are kept, or were loaded ahead, are out of date together with the one that is shown. */
  const outdate = (): void => cache?.outdate(`${cacheKey} `);
  const following: ListOptionsOf<Wanted<P>, T> = {
    keepPrevious: true,
    ...others,
    cacheKey,
    group: options.cacheKey,
    stream: ({ params: given, client }) => stream({ ...given, client: from(client, given.page) }),
    params: () => wanted(0),
  };
  const kind = {
    ...onDemand<T>(),
    rules: { isOnePage: true, window: undefined },
    moves: { isElsewhere: () => index() > 0, outdate },
  };
  // Made first, so that it has left a page before that is shown: the page is kept meanwhile, under the name of both.
  if (prefetch && !isOnServer(injector)) {
    const isAtRest = (): boolean => !list.isLoading() && !list.isPrevious() && hasMore();
    const next = () => (isAtRest() ? O.toUndefined(O.tryCatch(() => wanted(1))) : undefined);
    const rules = { ...kind.rules, key: options.key, server: undefined };
    const open = (given: Wanted<P>) => openList(given, following, rules, injector);
    loadAhead(next, open, kind.begins, injector);
  }
  const { list } = listForParams(following, kind, injector, (given) => given.params);
  // Nobody else can come back to pages without a name. After the lists: they are kept when their component goes.
  if (prefetch && options.cacheKey === undefined) injector.get(DestroyRef).onDestroy(outdate);
  /** What is shown; undefined without params, and where a function of the user throws, which is an error of the list. */
  const shown = computed(() => O.toUndefined(O.tryCatch(() => wanted(0))));
  const index = computed(() => shown()?.page.index ?? 0);
  const lastIndex = computed(() => {
    const [{ total }, now] = [list.progress(), shown()];
    return total === undefined || now === undefined ? undefined : lastOf(total, now.page);
  });
  /** The scheme of a page may not know which rows lie before it. */
  const hasMore = computed(
    () => shown() !== undefined && list.hasMore() && index() < (lastIndex() ?? Infinity),
  );
  if (clamp) noteTotals(known, list, shown, outdate, injector);
  const reload: typeof list.reload = (given) => {
    outdate();
    list.reload(given);
  };
  const shownPage: WalkPage<T> = { ...list, index, lastIndex, hasMore, reload };
  keepFresh(options, options.key !== undefined, injector, shownPage);
  return shownPage;
};
