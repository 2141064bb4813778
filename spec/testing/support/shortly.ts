import * as E from 'fp-ts/Either';
import type { Result } from './Script';

/** An item as it is, or a record that holds its properties. */
type Item = { readonly id?: unknown; readonly properties?: { readonly id?: unknown } } | null;

interface Body {
  readonly data?: ReadonlyArray<Item>;
  readonly items?: ReadonlyArray<Item>;
  readonly nextPageToken?: string | null;
  readonly next_cursor?: string | null;
  readonly has_more?: boolean;
  readonly total?: number;
  readonly page?: number;
  readonly last?: number;
  readonly errorName?: string;
}

const parse = (text: string): Body | ReadonlyArray<Item> | undefined => {
  try {
    return JSON.parse(text) as Body | ReadonlyArray<Item>;
  } catch {
    return undefined;
  }
};

const isArray = (body: Body | ReadonlyArray<Item>): body is ReadonlyArray<Item> => Array.isArray(body);

const markOf = (token: string | null | undefined): string =>
  token === undefined ? '' : token === null ? 'null' : token === '' ? 'empty' : '→';

/** What a page says about the next one. */
const marksOf = (body: Body, link: string | undefined): ReadonlyArray<string> => [
  link === undefined ? '' : link.startsWith('<>') ? 'empty' : '→',
  markOf(body.nextPageToken),
  markOf(body.next_cursor),
  body.has_more === true ? 'more' : '',
  body.total === undefined ? '' : `of ${body.total}`,
  body.last === undefined ? '' : `${String(body.page)}/${body.last}`,
];

/** A result in a word or two: the ids of a page and whether another one follows, the name of an error, or a failure. */
export const shortly = (result: Result): string => {
  if (E.isLeft(result)) return result.left._tag;
  const { status, headers, body } = result.right;
  const page = parse(body);
  if (page === undefined) return `${status} and no JSON`;
  const items = isArray(page) ? page : (page.data ?? page.items);
  if (items === undefined) return `${status} ${(page as Body).errorName ?? ''}`;
  const ids = items.map((item) => String(item?.properties?.id ?? item?.id));
  return [...ids, ...marksOf(isArray(page) ? {} : page, headers.link)].filter((word) => word !== '').join(' ');
};
