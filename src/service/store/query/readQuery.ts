import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as RA from 'fp-ts/ReadonlyArray';
import * as t from 'io-ts';
import { Scalar } from '../../../model/records/properties';
import { Query } from '../../../model/endpoints/searchObjects';
import { invalid, serviceError, type ServiceError } from '../../answers/ServiceError';

const Equality = t.type({ type: t.literal('eq'), field: t.string, value: t.union([Scalar, t.bigint]) });

/** A property is on this side of a value of the same kind: numbers by their size, strings by their code units. */
const Comparison = t.type({
  type: t.keyof({ gt: null, gte: null, lt: null, lte: null }),
  field: t.string,
  value: t.union([t.number, t.bigint, t.string]),
});

const And = t.type({ type: t.literal('and'), value: t.UnknownArray });

export type Comparison = t.TypeOf<typeof Comparison>;
export type Condition = t.TypeOf<typeof Equality> | Comparison;

type Read = E.Either<ServiceError, ReadonlyArray<Condition>>;

/** Queries that one query may be made of, itself included. Whatever is nested counts, so this bounds the depth too. */
const maxQueries = 100;

const problem = (at: string, message: string): Read => E.left(invalid('query', { problems: [{ at, message }] }));

/**
 * The conditions that an object has to meet, all of them, to be found by a query. The forms of a query are this
 * service's own.
 */
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
    if (count > maxQueries) return problem('query', `must not be made of more than ${maxQueries} queries`);
    if (!Query.is(part)) return problem(at, `must be ${Query.name}`);
    switch (part.type) {
      case 'empty':
        return E.right([]);
      case 'eq':
        return Equality.is(part) ? E.right([part]) : problem(at, 'of type eq needs a field and a scalar value');
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return Comparison.is(part)
          ? E.right([part])
          : problem(at, `of type ${part.type} needs a field and a value that is a number or a string`);
      case 'and':
        return And.is(part)
          ? readAnd(part.value, at)
          : problem(at, 'of type and needs an array of queries as its value');
      default:
        return E.left(serviceError(400, 'UnsupportedQuery', { type: part.type }));
    }
  };

  return read(query, 'query');
};
