import * as E from 'fp-ts/Either';
import type { Result } from './Script';

interface Body {
  readonly data?: ReadonlyArray<{ readonly properties?: { readonly id?: unknown } }>;
  readonly nextPageToken?: string | null;
  readonly errorName?: string;
}

const parse = (text: string): Body | undefined => {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return undefined;
  }
};

const markOf = (token: string | null | undefined): ReadonlyArray<string> =>
  token === undefined ? [] : token === null ? ['null'] : token === '' ? ['empty'] : ['→'];

/** A result in a word or two: the ids of a page and whether another one follows, the name of an error, or a failure. */
export const shortly = (result: Result): string => {
  if (E.isLeft(result)) return result.left._tag;
  const { status, body } = result.right;
  const page = parse(body);
  if (page === undefined) return `${status} and no JSON`;
  if (page.data === undefined) return `${status} ${page.errorName ?? ''}`;
  return [...page.data.map(({ properties }) => String(properties?.id)), ...markOf(page.nextPageToken)].join(' ');
};
