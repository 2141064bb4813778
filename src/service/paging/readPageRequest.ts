import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import type { Endpoint } from '../../model/endpoints/endpoint';
import { PageToken } from '../../model/PageToken';
import { problemsOf } from '../../model/errors/problemsOf';
import { invalid, type ServiceError } from '../http/ServiceError';

/** What a request says beside its method: the parts that an endpoint's description gives a meaning to. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request for a page, understood. */
export interface PageRequest {
  readonly pageToken: O.Option<PageToken>;
  readonly pageSize: O.Option<number>;
  readonly snapshot: boolean;
  /** The endpoint's own fields. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Everything but the page token, as one string that is the same exactly when the request was repeated unchanged. */
  readonly rest: string;
}

type Checked<A> = E.Either<ServiceError, A>;

/** The value of a parameter. One that a query string repeats is joined to a string that no parameter accepts. */
const valueIn = ({ query, body }: RequestParts, part: 'query' | 'body', name: string): unknown =>
  part === 'body' ? body[name] : query.has(name) ? query.getAll(name).join(',') : undefined;

const readToken = (value: unknown): Checked<O.Option<PageToken>> =>
  value === undefined
    ? E.right(O.none)
    : PageToken.is(value)
      ? E.right(O.some(value))
      : E.left(invalid('pageToken', value === '' ? { pageToken: value } : {}));

/** Any number of digits is a size: what is above the maximum is reduced to it, not refused (seed 4.1). */
const readSize = (value: unknown): Checked<O.Option<number>> => {
  if (value === undefined) return E.right(O.none);
  const isSize = (typeof value === 'string' || typeof value === 'number') && /^0*[1-9]\d*$/.test(String(value));
  return isSize ? E.right(O.some(Number(value))) : E.left(invalid('pageSize', { pageSize: value }));
};

const readSnapshot = (value: unknown): Checked<boolean> =>
  value === undefined || value === 'true' || value === 'false'
    ? E.right(value === 'true')
    : E.left(invalid('snapshot', { snapshot: value }));

const readField = (name: string, type: t.Mixed, value: unknown): Checked<readonly [string, unknown]> =>
  pipe(
    type.decode(value) as t.Validation<unknown>,
    E.bimap(
      (errors) => invalid(name, { problems: problemsOf(name, errors) }),
      (decoded) => [name, decoded],
    ),
  );

const inOrder = (_: string, value: unknown): unknown =>
  t.UnknownRecord.is(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const restOf = (endpoint: Endpoint, { params, query, body }: RequestParts): Checked<string> => {
  const texts = new URLSearchParams(query);
  if (endpoint.pageTokenIn === 'query') texts.delete('pageToken');
  texts.sort();
  const fields = endpoint.pageTokenIn === 'body' ? { ...body, pageToken: undefined } : body;
  return E.tryCatch(
    () => JSON.stringify([endpoint.name, params, texts.toString(), fields], inOrder),
    () => invalid('body', { problems: [{ at: 'the body', message: 'is nested too deeply' }] }),
  );
};

/** Reads a request by the description of its endpoint, the one that the client writes it by. */
export const readPageRequest = (endpoint: Endpoint, parts: RequestParts): Checked<PageRequest> => {
  const own = endpoint.method === 'GET' ? 'query' : 'body';
  return pipe(
    E.Do,
    E.apS('pageToken', readToken(valueIn(parts, endpoint.pageTokenIn, 'pageToken'))),
    E.apS('pageSize', readSize(endpoint.pageSize ? valueIn(parts, endpoint.pageSizeIn, 'pageSize') : undefined)),
    E.apS('snapshot', readSnapshot(endpoint.snapshot ? valueIn(parts, 'query', 'snapshot') : undefined)),
    E.apS(
      'fields',
      pipe(
        Object.entries(endpoint.fields),
        E.traverseArray(([name, type]) => readField(name, type, valueIn(parts, own, name))),
        E.map((fields) => Object.fromEntries(fields)),
      ),
    ),
    E.apS('rest', restOf(endpoint, parts)),
  );
};
