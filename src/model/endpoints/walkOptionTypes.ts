import {
  type Mixed,
  UnknownRecord,
  boolean,
  number,
  refinement,
  string,
  undefined as undefinedType,
  union,
  unknown,
} from 'io-ts';
import { maxTimer } from '../maxTimer';
import { PageToken } from '../PageToken';
import { isPlace } from '../place/hidden';
import { isCodec } from '../records/StandardSchema';

const hasMethod = (u: unknown, name: string): boolean =>
  typeof (Object(u) as Readonly<Record<string, unknown>>)[name] === 'function';

/** Params that are undefined count as absent. */
const optional = (type: Mixed, name: string): Mixed => union([type, undefinedType], name);

const wholeNumber = (min: number): Mixed =>
  optional(
    refinement(number, (n) => Number.isSafeInteger(n) && n >= min),
    `a whole number, at least ${min}`,
  );

const callback = optional(
  refinement(unknown, (u) => typeof u === 'function'),
  'a function',
);

/** What these params must be, where an endpoint has them. */
export const PageSize = wholeNumber(1);
export const Snapshot = optional(boolean, 'true or false');

/** What the params of every walk may hold; the names of the types complete the sentence "emptyPages must be …". */
export const walkOptionTypes = {
  pageToken: optional(PageToken, 'a non-empty token'),
  place: optional(refinement(unknown, isPlace), 'a place'),
  emptyPages: wholeNumber(0),
  readAhead: optional(
    refinement(number, (n) => Number.isInteger(n) && n >= 0 && n <= 32),
    'a whole number from 0 to 32',
  ),
  tokenLifetime: optional(
    refinement(number, (ms) => ms > 0 && ms <= maxTimer),
    'above 0 and below 2^31',
  ),
  label: optional(string, 'a string'),
  properties: optional(refinement(unknown, isCodec), 'an io-ts codec or a synchronous Standard Schema'),
  valve: optional(
    refinement(UnknownRecord, ({ ready }) => hasMethod(ready, 'subscribe')),
    'a valve',
  ),
  onPage: callback,
  onEvent: callback,
};

/** Whether no path parameter or field can have this name, because the params of a walk have it. */
export const isReserved = (name: string): boolean =>
  Object.hasOwn(walkOptionTypes, name) || name === 'pageSize' || name === 'snapshot';
