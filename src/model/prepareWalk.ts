import { sequenceS } from 'fp-ts/Apply';
import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as RA from 'fp-ts/ReadonlyArray';
import * as t from 'io-ts';
import type { Endpoint } from './endpoint';
import type { HttpRequest } from './http';
import { illFormed } from './isWellFormed';
import { PageToken } from './PageToken';
import { fillPath, placeholders } from './path';
import { requestFor } from './requestFor';
import type { Problem } from './WalkError';
import { optional, walkOptionTypes } from './walkOptionTypes';
import { isSendable, type Place, writePart } from './writePart';

/** A walk whose params were found right: what to ask for, where to begin, when to give up. */
export interface PreparedWalk {
  readonly requestFor: (pageToken: O.Option<PageToken>) => HttpRequest;
  readonly pageToken: O.Option<PageToken>;
  readonly emptyPages: number;
}

/** The params that say where a walk begins and when it gives up. */
interface Start {
  readonly pageToken?: PageToken | undefined;
  readonly emptyPages?: number | undefined;
}

type Params = Readonly<Record<string, unknown>>;
type Checked<A> = E.Either<ReadonlyArray<Problem>, A>;

interface Parameter {
  readonly name: string;
  readonly type: t.Mixed;
  readonly place: Place;
}

const withAllProblems = E.getApplicativeValidation(RA.getSemigroup<Problem>());

const PageSize = optional(
  t.refinement(t.number, (n) => Number.isSafeInteger(n) && n > 0),
  'a whole number above 0',
);

const Snapshot = optional(t.boolean, 'true or false');

/** What the request says beside its path and its page token, and where (seed 4.1). */
const parametersOf = ({ fields, method, pageSize, pageSizeIn, snapshot }: Endpoint): ReadonlyArray<Parameter> => [
  ...Object.entries(fields).map(([name, type]): Parameter => ({
    name,
    type,
    place: method === 'GET' ? 'query' : 'body',
  })),
  ...(pageSize ? [{ name: 'pageSize', type: PageSize, place: pageSizeIn }] : []),
  ...(snapshot ? [{ name: 'snapshot', type: Snapshot, place: 'query' as const }] : []),
];

/** Texts stay out of messages: they may be page tokens. */
const kind = (value: unknown): string =>
  value === '' ? 'empty' : typeof value === 'number' ? String(value) : typeof value;

const check = (at: string, type: t.Mixed, value: unknown): Checked<unknown> =>
  pipe(
    E.tryCatch(
      () => (type.is(value) ? O.some(type.encode(value) as unknown) : O.none),
      (): ReadonlyArray<Problem> => [{ at, message: 'made its codec throw' }],
    ),
    E.chain(
      E.fromOption((): ReadonlyArray<Problem> => [{ at, message: `must be ${type.name}, but is ${kind(value)}` }]),
    ),
  );

const writeParameters = (endpoint: Endpoint, params: Params, place: Place): Checked<ReadonlyArray<string>> =>
  pipe(
    parametersOf(endpoint),
    RA.filter((parameter) => parameter.place === place),
    RA.traverse(withAllProblems)(({ name, type }) =>
      pipe(
        check(name, type, params[name]),
        E.chain((value) => writePart(place, name, value)),
      ),
    ),
    E.map(RA.flatten),
  );

const checkOptions = (params: Params): Checked<unknown> =>
  pipe(
    Object.entries(walkOptionTypes),
    RA.traverse(withAllProblems)(([name, type]) => check(name, type, params[name])),
  );

const refuseStrangers = (endpoint: Endpoint, params: Params): Checked<unknown> => {
  const known = new Set([
    ...placeholders(endpoint.path),
    ...parametersOf(endpoint).map(({ name }) => name),
    ...Object.keys(walkOptionTypes),
  ]);
  return pipe(
    Object.keys(params).filter((name) => params[name] !== undefined && !known.has(name)),
    RA.map((at): Problem => ({ at, message: `is not a parameter of ${endpoint.name}` })),
    E.fromPredicate(RA.isEmpty, (problems) => problems),
  );
};

const checkStart = ({ pageTokenIn }: Endpoint, { pageToken }: Start): Checked<unknown> =>
  !PageToken.is(pageToken) || isSendable(pageTokenIn, pageToken)
    ? E.right(pageToken)
    : E.left([{ at: 'pageToken', message: illFormed }]);

/**
 * Finds every problem of the params at once, or makes the walk's requests. No request can be made in any other way.
 */
export const prepareWalk = (endpoint: Endpoint, params: Start): Checked<PreparedWalk> => {
  const given = params as Params;
  return pipe(
    sequenceS(withAllProblems)({
      path: fillPath(endpoint.path, given),
      query: writeParameters(endpoint, given, 'query'),
      body: writeParameters(endpoint, given, 'body'),
      options: checkOptions(given),
      start: checkStart(endpoint, params),
      strangers: refuseStrangers(endpoint, given),
    }),
    E.map(({ path, query, body }) => ({
      requestFor: requestFor(endpoint, { path, query, body }),
      pageToken: O.fromNullable(params.pageToken),
      emptyPages: params.emptyPages ?? 100,
    })),
  );
};
