import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { Scalar } from '../model/properties';
import type { Query } from '../model/searchObjects';
import type { Properties } from './Properties';
import { invalid, serviceError, type ServiceError } from './ServiceError';

/** Whether an object belongs to the answer. */
export type Filter = (properties: Properties) => boolean;

/** The one condition beside none: a property has just this value. Its form is this service's own (seed 4.4). */
const Eq = t.type({ type: t.literal('eq'), field: t.string, value: Scalar });

export const everything: Filter = () => true;

/** The objects that a query means (seed 4.3). */
export const queryFilter = (query: Query): E.Either<ServiceError, Filter> => {
  if (query.type === 'empty') return E.right(everything);
  if (query.type !== 'eq') return E.left(serviceError(400, 'UnsupportedQuery', { type: query.type }));
  return Eq.is(query)
    ? E.right((properties) => Object.hasOwn(properties, query.field) && properties[query.field] === query.value)
    : E.left(invalid('query', { problems: [{ at: 'query', message: 'of type eq needs a field and a scalar value' }] }));
};
