import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { writeExact } from '../../model/json/writeExact';
import { PageToken } from '../../model/PageToken';
import type { Condition } from '../store/query/readQuery';
import { type Checked, invalid } from '../answers/ServiceError';

/** A parameter of the query string. One that comes twice is joined to a string that no parameter accepts. */
export const queryValue = (query: URLSearchParams, name: string): string | undefined =>
  query.has(name) ? query.getAll(name).join(',') : undefined;

export const readToken = (value: unknown): Checked<O.Option<PageToken>> =>
  value === undefined
    ? E.right(O.none)
    : PageToken.is(value)
      ? E.right(O.some(value))
      : E.left(invalid('pageToken', value === '' ? { pageToken: value } : {}));

/** Any number of digits is a size: what is above the maximum is reduced to it, not refused. */
export const readSize = (value: string | undefined, name = 'pageSize'): Checked<O.Option<number>> => {
  if (value === undefined) return E.right(O.none);
  return /^0*[1-9]\d*$/.test(value) ? E.right(O.some(Number(value))) : E.left(invalid(name, { [name]: value }));
};

export const readSnapshot = (value: string | undefined): Checked<boolean> =>
  value === undefined || value === 'true' || value === 'false'
    ? E.right(value === 'true')
    : E.left(invalid('snapshot', { snapshot: value }));

/** With `updatedAfter` or `since`, the objects whose `updatedAt` or `updated_at` is not before it, in that order. */
export const readUpdatedAfter = (query: URLSearchParams): ReadonlyArray<Condition> =>
  Object.entries({ updatedAfter: 'updatedAt', since: 'updated_at' }).flatMap(([name, field]) => {
    const value = queryValue(query, name);
    return value === undefined ? [] : [{ type: 'gte', field, value }];
  });

/** A query string without some of its parameters, in an order that does not depend on how it was written. */
export const queryWithout = (query: URLSearchParams, ...names: ReadonlyArray<string>): string => {
  // Most requests have no others. To copy, sort and write a query string takes longer than to sign it.
  if ([...query.keys()].every((name) => names.includes(name))) return '';
  const rest = new URLSearchParams(query);
  for (const name of names) rest.delete(name);
  rest.sort();
  return rest.toString();
};

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!t.UnknownRecord.is(value)) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, inOrder(field)]));
};

/** The fields of a body as JSON that does not depend on the order in which they came. */
export const bodyInOrder = (body: Readonly<Record<string, unknown>>): Checked<string> =>
  E.tryCatch(
    () => writeExact(inOrder(body)) ?? '',
    () => invalid('body', { problems: [{ at: 'the body', message: 'is nested too deeply' }] }),
  );
