import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as RA from 'fp-ts/ReadonlyArray';
import { illFormed, isWellFormed } from './isWellFormed';
import type { PageToken } from './PageToken';
import type { Problem } from './WalkError';

/** Where a parameter stands in a request. */
export type Place = 'query' | 'body';

type Written = E.Either<ReadonlyArray<Problem>, ReadonlyArray<string>>;

const refused = (at: string, message: string): Written => E.left([{ at, message }]);

const inQuery = (name: string, value: unknown): Written => {
  if (Array.isArray(value)) {
    return pipe(
      value,
      E.traverseArray((item: unknown) => inQuery(name, item)),
      E.map(RA.flatten),
    );
  }
  if (!['string', 'number', 'boolean'].includes(typeof value)) {
    return refused(name, 'cannot be written in a query string');
  }
  const text = String(value);
  return isWellFormed(text)
    ? E.right([`${encodeURIComponent(name)}=${encodeURIComponent(text)}`])
    : refused(name, illFormed);
};

const inBody = (name: string, value: unknown): Written =>
  pipe(
    O.tryCatch(() => JSON.stringify(value) as string | undefined),
    O.chain(O.fromNullable),
    O.match(
      () => refused(name, 'cannot be written as JSON'),
      (json) => E.right([`${JSON.stringify(name)}:${json}`]),
    ),
  );

/**
 * Writes one field as the text that stands in the request, once: what is sent for page n cannot differ from what was
 * sent for page 1 (law 2). A field that is undefined is not written.
 */
export const writePart = (place: Place, name: string, value: unknown): Written =>
  value === undefined ? E.right([]) : (place === 'query' ? inQuery : inBody)(name, value);

/** A query string is UTF-8, which has no way to write half a surrogate pair; JSON has one. */
export const isSendable = (place: Place, pageToken: string): boolean => place === 'body' || isWellFormed(pageToken);

/** The page token's part, for a token that is sendable there. */
export const writeToken = (place: Place, pageToken: PageToken): string =>
  place === 'query' ? `pageToken=${encodeURIComponent(pageToken)}` : `"pageToken":${JSON.stringify(pageToken)}`;
