import { computed } from '@angular/core';
import type { Either } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { Observable } from 'rxjs';
import { type Client, clientOver } from '../client/Client';
import type { Scheme } from '../model/endpoints/Paging';
import type { WalkError } from '../model/errors/WalkError';
import type { PageToken } from '../model/PageToken';
import { listForParams, onDemand } from './list/listForParams';
import { listInjector, reloads } from './list/listInjector';
import type { WalkList, WalkListOptions } from './WalkList';

/** Which page is shown: its number, counted from 0, and how many rows a page has. @inline */
interface PageOf {
  readonly index: number;
  readonly size: number;
}

/** Options of `walkPage`. @inline */
interface WalkPageOptions<P, T> extends Omit<WalkListOptions<P, T>, 'stream'> {
  /** The page, read from signals. */
  readonly page: () => PageOf;
  /** Makes the walk for these params. Give it the size of the page: `({ page, client }) => client.objects(rows, { pageSize: page.size })`. */
  readonly stream: (request: {
    readonly params: NoInfer<P>;
    readonly page: PageOf;
    readonly client: Pick<Client, 'list' | 'search' | 'objects'>;
  }) => Observable<Either<WalkError, T>>;
  /** Loads the next page ahead, and keeps pages that were shown. Default false. */
  readonly prefetch?: boolean | undefined;
}

const nameless =
  'walkPage needs a scheme that can name pages, as byOffset and byPageNumber can. For other endpoints use walkResource with loadMore()';

/** The token of a page; undefined for the first one. */
const tokenOf = (follow: Scheme['follow'], { index, size }: PageOf): PageToken | undefined => {
  let token: O.Option<PageToken> = O.none;
  for (let page = 0; page < index; page += 1) {
    token = follow?.(token, size) ?? O.none;
    if (O.isNone(token)) throw new TypeError(nameless);
  }
  return O.toUndefined(token);
};

/** A client whose walks begin with a page. */
const from = <C extends Pick<Client, 'objects'>>(client: C, page: PageOf): Client =>
  clientOver({
    ...(client as C & Client),
    objects: (endpoint, given) => {
      const pageToken = tokenOf(endpoint.scheme.follow, page);
      return client.objects(endpoint, { ...given, ...(pageToken !== undefined && { pageToken }) });
    },
  });

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
export const walkPage = <P, T>(options: WalkPageOptions<P, T>): WalkList<T> => {
  const { page, params, stream, prefetch = false, ...others } = options;
  const injector = listInjector('walkPage', walkPage, options, [...reloads, 'page', 'prefetch']);
  const both = (ahead: number) => {
    const { index, size } = page();
    if (!(Number.isSafeInteger(index) && index >= 0 && Number.isSafeInteger(size) && size > 0))
      throw new TypeError('page must be { index, size }, with an index of 0 or more and a size of 1 or more');
    const given = params === undefined ? (null as P) : params();
    return given === undefined ? undefined : { params: given, page: { index: index + ahead, size } };
  };
  const common: WalkListOptions<NonNullable<ReturnType<typeof both>>, T> = {
    keepPrevious: true,
    ...others,
    cacheKey: options.cacheKey ?? (prefetch ? `page ${(lists += 1)}` : undefined),
    stream: ({ params: given, client }) => stream({ ...given, client: from(client, given.page) }),
  };
  const isAtRest = (): boolean => !list.isLoading() && !list.isPrevious() && hasMore();
  // Made first, so that it has left a page before that is shown: the page is kept meanwhile, under the name of both.
  if (prefetch) {
    const once = { staleTime: undefined, refreshEvery: undefined, refreshOn: undefined, server: { skip: true } };
    const next = { ...common, ...once, params: () => (isAtRest() ? both(1) : undefined) };
    listForParams(next, onDemand(), injector);
  }
  const { list } = listForParams({ ...common, params: () => both(0) }, onDemand(), injector);
  /** The scheme of a page may not know which rows lie before it. */
  const hasMore = computed(() => {
    const [{ index, size }, { total }] = [page(), list.progress()];
    return list.hasMore() && (total === undefined || (index + 1) * size < total);
  });
  return { ...list, hasMore };
};
