import { checkKnown } from '../model/optionChecks';
import { pageNumbers, type RouteAnswer, type RouteRequest } from './routes';

const ways = ['cursor', 'offset', 'page'] as const;

type Way = (typeof ways)[number];

type Names = Readonly<Record<Way | 'limit', string>>;

/** A page in the usual words. @inline */
interface PagedBody<A> {
  readonly items: ReadonlyArray<A>;
  /** What `cursor` of the next request is; null on the last page. */
  readonly next_cursor: string | null;
  /** The address of the next page, as the `Link` header has it; null on the last page. */
  readonly next: string | null;
  readonly has_more: boolean;
  /** The number of all items. */
  readonly total: number;
  /** The number of this page, and of the last one; the first is 1. */
  readonly page: number;
  readonly last: number;
}

const cursorPrefix = 'from-';

const wholeIn = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : NaN);

/** The index of a page's first item; NaN or less than 0 where the parameter is wrong. */
const starts: Readonly<Record<Way, (text: string, size: number) => number>> = {
  cursor: (text) =>
    text.startsWith(cursorPrefix) ? wholeIn(text.slice(cursorPrefix.length)) : NaN,
  offset: wholeIn,
  page: (text, size) => (wholeIn(text) - 1) * size,
};

/** How the same parameter names the page that begins at an index. */
const names: Readonly<Record<Way, (start: number, size: number) => string>> = {
  cursor: (start) => `${cursorPrefix}${start}`,
  offset: String,
  page: (start, size) => String(Math.floor(start / size) + 1),
};

const readParam = ({ query, json }: RouteRequest, name: string): string | undefined => {
  const field = (Object(json) as Readonly<Record<string, unknown>>)[name];
  return (
    query.get(name) ??
    (typeof field === 'string' || typeof field === 'number' ? String(field) : undefined)
  );
};

const refusedParam = (name: string): RouteAnswer => ({
  status: 400,
  body: { message: `${name} cannot be read` },
});

/**
 * A route of `memoryService` that serves a list page by page, in the usual ways: by cursor, by offset, by page number and by
 * link.
 *
 * A request says where it begins with `cursor`, `offset` or `page`, in its query string or its JSON, and may ask for fewer
 * items than `size` with `limit`. `names` are other names for these. The body is `{ items, next_cursor, next, has_more,
 * total, page, last }`, unless `body` returns another one; a `Link` header has the address of the next page.
 *
 * @example
 * ```ts
 * import { createClient, endpoint, rights } from 'pagewalk';
 * import { at, byLink, link } from 'pagewalk/paging';
 * import { memoryService, paged } from 'pagewalk/testing';
 * import { count, lastValueFrom } from 'rxjs';
 *
 * const all = Array.from({ length: 70 }, (_, index) => ({ number: index + 1 }));
 * const { transport } = memoryService({ routes: { 'GET /{repo}/issues': paged(all, { size: 30 }) } });
 *
 * const paging = byLink(link('next'));
 * const issues = endpoint({ name: 'issues', method: 'GET', path: '/{repo}/issues', items: at('items'), paging });
 * const walk = createClient({ transport }).objects(issues, { repo: 'cat' });
 * console.log(await lastValueFrom(walk.pipe(rights(), count())));
 * // Logs:
 * // 70
 * ```
 *
 * @see memoryService
 * @since 1.0.0
 */
export const paged = <A>(
  items: ReadonlyArray<A>,
  options: {
    /** The items of a page. */
    readonly size: number;
    readonly names?: Partial<Names> | undefined;
    readonly body?: ((page: PagedBody<A>) => unknown) | undefined;
  },
): ((request: RouteRequest) => RouteAnswer) => {
  const { body: bodyOf = (page: PagedBody<A>): unknown => page } = options;
  checkKnown('paged', options, ['size', 'names', 'body']);
  checkKnown('paged: names', options.names ?? {}, ['cursor', 'offset', 'page', 'limit']);
  const given: Names = {
    cursor: 'cursor',
    offset: 'offset',
    page: 'page',
    limit: 'limit',
    ...options.names,
  };
  if (!(Number.isSafeInteger(options.size) && options.size > 0)) {
    throw new TypeError('paged: size must be a whole number above 0');
  }
  const read = (request: RouteRequest) => {
    const size = Math.min(
      options.size,
      wholeIn(readParam(request, given.limit) ?? String(options.size)),
    );
    const way = ways.find((one) => readParam(request, given[one]) !== undefined) ?? 'cursor';
    const start = starts[way](readParam(request, given[way]) ?? names.cursor(0, size), size);
    return { size, way, start, page: Math.floor(start / size) + 1 };
  };
  const route = (request: RouteRequest): RouteAnswer => {
    const { size, way, start, page } = read(request);
    if (!(size > 0)) return refusedParam(given.limit);
    if (!(start >= 0)) return refusedParam(given[way]);

    const end = start + size;
    const hasMore = end < items.length;
    const address = new URL(request.url, 'http://localhost');
    address.searchParams.set(given[way], names[way](end, size));
    const next = hasMore ? `${address.pathname}${address.search}` : null;
    const body = bodyOf({
      items: items.slice(start, end),
      next_cursor: hasMore ? names.cursor(end, size) : null,
      next,
      has_more: hasMore,
      total: items.length,
      page,
      last: Math.max(1, Math.ceil(items.length / size)),
    });
    return { headers: next === null ? {} : { link: `<${next}>; rel="next"` }, body };
  };
  pageNumbers.set(route, (request) => read(request).page);
  return route;
};
