import * as E from 'fp-ts/Either';
import { invalid, jsonResponse } from '../answers/ServiceError';
import type { OutgoingPage } from '../faults/Misbehaviour';
import { hasId } from '../store/Properties';
import { listEndpoint, queryValue } from './readParameters';
import type { ServedEndpoint } from './ServedEndpoint';
import type { ServiceScheme } from './ServiceScheme';

/** Lists the objects of a type as they are, by a scheme other than those of the two revisions. */
const common = {
  path: '/api/{objectType}',
  limit: 'searchLimit',
  sizeIn: 'limit',
  sizeAlsoIn: 'per_page',
} as const;

/** A page whose items stand in a field of an object, beside what its scheme says about the next page. */
const itemsPage = ({ data, fields }: OutgoingPage, more: Readonly<Record<string, unknown>>) =>
  jsonResponse(200, { items: data, ...fields, ...more });

const hasMore = ({ next }: OutgoingPage): boolean => next !== undefined;

const addressOf = ({ address: { base, path, query } }: OutgoingPage, cursor: string): string => {
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  return `${base}${path}?${next.toString()}`;
};

/** The next page is a link in a header (RFC 8288), and the body is the array of items alone. */
const linkScheme = listEndpoint({
  ...common,
  name: 'link',
  tokenIn: 'cursor',
  write: (page) =>
    jsonResponse(200, page.data, {
      ...(hasMore(page) && {
        link: `<${page.next ? addressOf(page, page.next) : ''}>; rel="next"`,
      }),
      ...('totalCount' in page.fields && { 'x-total-count': String(page.total) }),
    }),
});

/** A page begins after a number of objects, and each says how many there are. */
const offsetScheme = listEndpoint({
  ...common,
  name: 'offset',
  offsetIn: (query) => () => {
    const text = queryValue(query, 'offset') ?? '0';
    return /^\d{1,15}$/.test(text)
      ? E.right(Number(text))
      : E.left(invalid('offset', { offset: text }));
  },
  write: (page) => itemsPage(page, { total: page.total }),
});

/** Pages have numbers, and each says its own and that of the last one. */
const page = listEndpoint({
  ...common,
  name: 'page',
  offsetIn: (query) => (_, size) => {
    const text = queryValue(query, 'page') ?? '1';
    return /^0*[1-9]\d{0,9}$/.test(text)
      ? E.right((Number(text) - 1) * size)
      : E.left(invalid('page', { page: text }));
  },
  write: (outgoing) => {
    const { offset, size, total } = outgoing;
    return itemsPage(outgoing, {
      page: Math.floor(offset / size) + 1,
      last: Math.max(1, Math.ceil(total / size)),
    });
  },
});

/** The next page has a cursor, and a field says whether there is one. */
const cursorScheme = listEndpoint({
  ...common,
  name: 'cursor',
  tokenIn: 'cursor',
  write: (page) => itemsPage(page, { next_cursor: page.next ?? null, has_more: hasMore(page) }),
});

/** A page begins after the object with an id, which the client takes from the last item of the page before. */
const lastItemScheme = listEndpoint({
  ...common,
  name: 'lastItem',
  offsetIn: (query) => (objects) => {
    const after = queryValue(query, 'starting_after');
    if (after === undefined) return E.right(0);
    const index = objects.findIndex(hasId(after));
    return index < 0
      ? E.left(invalid('startingAfter', { starting_after: after }))
      : E.right(index + 1);
  },
  write: (page) => jsonResponse(200, { data: page.data, ...page.fields, has_more: hasMore(page) }),
});

export const servedSchemes: Readonly<Record<ServiceScheme, ServedEndpoint>> = {
  link: linkScheme,
  offset: offsetScheme,
  page,
  cursor: cursorScheme,
  lastItem: lastItemScheme,
};

/**
 * The same objects at paths such as readers know, whatever the options say: `/customers`, `/customers/cus_1/invoices` and
 * `/repos/acme/site/issues`. Of the second level are the objects whose field with the name of the parent's type holds its id.
 */
export const familiar: ReadonlyArray<ServedEndpoint> = [
  { ...lastItemScheme, path: '/{objectType}s' },
  { ...lastItemScheme, path: '/{parentType}s/{parent}/{objectType}s' },
  { ...linkScheme, path: '/{parentType}s/{owner}/{parent}/{objectType}s' },
];
