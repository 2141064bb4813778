import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as RA from 'fp-ts/ReadonlyArray';
import * as t from 'io-ts';
import { Scalar } from '../../../model/records/properties';
import { Query } from '../../../model/endpoints/searchObjects';
import { type Accepted, invalid, serviceError } from '../../answers/ServiceError';

const Equality = t.type({
  type: t.literal('eq'),
  field: t.string,
  value: t.union([Scalar, t.bigint]),
});

/** A property is on this side of a value of the same kind: numbers by their size, strings by their code units. */
const Comparison = t.type({
  type: t.keyof({ gt: null, gte: null, lt: null, lte: null }),
  field: t.string,
  value: t.union([t.number, t.bigint, t.string]),
});

const And = t.type({ type: t.literal('and'), value: t.UnknownArray });

export type Condition = t.TypeOf<typeof Equality> | t.TypeOf<typeof Comparison>;

type Read = Accepted<ReadonlyArray<Condition>>;

/** Queries that one query may be made of, itself included. Whatever is nested counts, so this bounds the depth too. */
const maxQueries = 100;

const numberOrString = 'a field and a value that is a number or a string';

const needs = new Map([
  ['eq', 'a field and a scalar value'],
  ['and', 'an array of queries as its value'],
  ...Object.keys(Comparison.props.type.keys).map((type) => [type, numberOrString] as const),
]);

const problem = (at: string, message: string): Read =>
  E.left(invalid('query', { problems: [{ at, message }] }));

/** The conditions that an object has to meet, all of them. The forms of a query are this service's own. */
export const readQuery = (query: Query): Read => {
  let count = 0;

  const readAnd = (nested: ReadonlyArray<unknown>, at: string): Read =>
    pipe(
      nested,
      E.traverseReadonlyArrayWithIndex((index, part) => read(part, `${at}.value[${index}]`)),
      E.map(RA.flatten),
    );

  const read = (part: unknown, at: string): Read => {
    count += 1;
    if (count > maxQueries)
      return problem('query', `must not be made of more than ${maxQueries} queries`);
    if (!Query.is(part)) return problem(at, `must be ${Query.name}`);
    if (part.type === 'empty') return E.right([]);
    if (And.is(part)) return readAnd(part.value, at);
    if (Equality.is(part) || Comparison.is(part)) return E.right([part]);
    const needed = needs.get(part.type);
    return needed === undefined
      ? E.left(serviceError(400, 'UnsupportedQuery', { type: part.type }))
      : problem(at, `of type ${part.type} needs ${needed}`);
  };

  return read(query, 'query');
};
