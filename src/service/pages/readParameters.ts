import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { canonicalJson } from '../../model/json/canonicalJson';
import { PageToken } from '../../model/PageToken';
import { type Accepted, invalid } from '../answers/ServiceError';
import type { Condition } from '../store/query/readQuery';
import type { PageRequest, ServedEndpoint } from './ServedEndpoint';
import { type PageStyle, servePage } from './servePage';

/** A parameter of the query string. One that comes twice is joined to a string that no parameter accepts. */
export const queryValue = (query: URLSearchParams, name: string): string | undefined =>
  query.has(name) ? query.getAll(name).join(',') : undefined;

export const readPageToken = (value: unknown): Accepted<PageToken | undefined> =>
  value === undefined || PageToken.is(value)
    ? E.right(value)
    : E.left(invalid('pageToken', value === '' ? { pageToken: value } : {}));

/** Any number of digits is a size: what is above the maximum is reduced to it, not refused. */
const readSize = (value: string | undefined, name: string): Accepted<number | undefined> => {
  if (value === undefined) return E.right(undefined);
  return /^0*[1-9]\d*$/.test(value)
    ? E.right(Number(value))
    : E.left(invalid(name, { [name]: value }));
};

const readSnapshot = (snapshot: string | undefined): Accepted<boolean> =>
  snapshot === undefined || snapshot === 'true' || snapshot === 'false'
    ? E.right(snapshot === 'true')
    : E.left(invalid('snapshot', { snapshot }));

/** With `updatedAfter` or `since`, the objects whose `updatedAt` or `updated_at` is not before it, in that order. */
const readUpdatedAfter = (query: URLSearchParams): ReadonlyArray<Condition> =>
  Object.entries({ updatedAfter: 'updatedAt', since: 'updated_at' }).flatMap(([name, field]) => {
    const value = queryValue(query, name);
    return value === undefined ? [] : [{ type: 'gte', field, value }];
  });

/** A query string without one of its parameters, in an order that does not depend on how it was written. */
export const queryWithout = (query: URLSearchParams, name = ''): string => {
  const rest = new URLSearchParams(query);
  rest.delete(name);
  rest.sort();
  return rest.toString();
};

interface ParameterRules extends PageStyle {
  readonly path: string;
  readonly tokenIn?: string;
  /** Where the page begins, if there are none. */
  readonly offsetIn?: (query: URLSearchParams) => PageRequest['offsetIn'];
  /** The parameter that holds the page size, and another name for it. */
  readonly sizeIn: string;
  readonly sizeAlsoIn?: string;
  readonly hasSnapshots?: boolean;
}

export const listEndpoint = (described: ParameterRules): ServedEndpoint => {
  const {
    tokenIn,
    offsetIn,
    sizeIn,
    sizeAlsoIn = sizeIn,
    hasSnapshots = false,
    path,
    ...style
  } = described;
  return {
    path,
    method: 'GET',
    isProtected: false,
    serve: servePage(style),
    read: ({ params, query }) =>
      pipe(
        E.Do,
        E.apS(
          'pageToken',
          readPageToken(tokenIn === undefined ? undefined : queryValue(query, tokenIn)),
        ),
        E.apS(
          'pageSize',
          readSize(queryValue(query, sizeAlsoIn) ?? queryValue(query, sizeIn), sizeIn),
        ),
        E.apS('snapshot', readSnapshot(hasSnapshots ? queryValue(query, 'snapshot') : undefined)),
        E.map(({ pageToken, pageSize, snapshot }) => ({
          pageToken,
          pageSize,
          snapshot,
          offsetIn: offsetIn?.(query),
          conditions: E.right(readUpdatedAfter(query)),
          rest: JSON.stringify([style.name, params, queryWithout(query, tokenIn)]),
        })),
      ),
  };
};

/** The fields of a body as JSON that does not depend on the order in which they came. */
export const bodyInOrder = (body: Readonly<Record<string, unknown>>): Accepted<string> =>
  E.tryCatch(
    () => canonicalJson(body),
    () => invalid('body', { problems: [{ at: 'the body', message: 'is nested too deeply' }] }),
  );
