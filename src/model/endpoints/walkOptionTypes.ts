import { identity } from 'fp-ts/function';
import { maxTimer } from '../maxTimer';
import { PageToken } from '../PageToken';
import { isPlace } from '../place/hidden';
import { isCodec } from '../records/StandardSchema';
import type { ParamType, ParamWriters } from './Paging';

/** What a walk asks of a valve. */
interface Valve {
  readonly ready?: { readonly subscribe?: unknown };
}

/** What a param must be. Its name completes the sentence "emptyPages must be …". A param that is undefined counts as absent. */
const optional = (name: string, isRight: (u: unknown) => boolean): readonly [ParamType] => [
  { name, is: (u): u is unknown => u === undefined || isRight(u), encode: identity },
];

const isFrom = (min: number, u: unknown): boolean => Number.isSafeInteger(u) && (u as number) >= min;

const callback = optional('a function', (u) => typeof u === 'function');

/** What these params must be, where an endpoint has them. */
export const [PageSize] = optional('a whole number, at least 1', (u) => isFrom(1, u));
export const [Snapshot] = optional('true or false', (u) => typeof u === 'boolean');

/** What the params of every walk may hold. */
export const walkOptionTypes: ParamWriters = {
  pageToken: optional('a non-empty token', PageToken.is),
  place: optional('a place', isPlace),
  emptyPages: optional('a whole number, at least 0', (u) => isFrom(0, u)),
  maxPages: optional('a whole number above 0', (u) => isFrom(1, u)),
  readAhead: optional('a whole number from 0 to 32', (u) => isFrom(0, u) && (u as number) <= 32),
  tokenLifetime: optional('above 0 and below 2^31', (u) => typeof u === 'number' && u > 0 && u <= maxTimer),
  label: optional('a string', (u) => typeof u === 'string'),
  properties: optional('an io-ts codec or a synchronous Standard Schema', isCodec),
  valve: optional('a valve', (u) => typeof (u as Partial<Valve> | null)?.ready?.subscribe === 'function'),
  onPage: callback,
  onEvent: callback,
};

/** Whether no path parameter or field can have this name, because the params of a walk have it. */
export const isReserved = (name: string): boolean =>
  Object.hasOwn(walkOptionTypes, name) || name === 'pageSize' || name === 'snapshot';
