import { boolean, string } from 'io-ts';
import { maxTimer } from '../maxTimer';
import { PageToken } from '../PageToken';
import { isPlace } from '../place/placeInternals';
import { isCodec } from '../records/StandardSchema';
import type { Param, Params } from '../paging/scheme';

/** What a walk asks of a valve. */
interface ValveLike {
  readonly ready?: { readonly subscribe?: unknown };
}

/** A param that may be left out. The rule completes the sentence "emptyPages must be …". */
const optional = (rule: string, isRight: (u: unknown) => boolean): Param => ({
  problemOf: (u) => (u === undefined || isRight(u) ? '' : `must be ${rule}`),
});

const wholeFrom =
  (min: number, max = Infinity) =>
  (u: unknown): boolean =>
    Number.isSafeInteger(u) && (u as number) >= min && (u as number) <= max;

const callback = optional('a function', (u) => typeof u === 'function');

/** What these params must be, where an endpoint has them. */
export const pageSizeParam = optional('a whole number, at least 1', wholeFrom(1));
export const snapshotParam = optional('true or false', boolean.is);

/** The codec of the objects: `properties`, or `codec` where they are the items of a page. */
export const codecOption = optional('an io-ts codec or a synchronous Standard Schema', isCodec);

/** What the params of every walk may hold. */
export const walkOptionTypes: Params = {
  pageToken: optional('a non-empty token', PageToken.is),
  place: optional('a place', isPlace),
  emptyPages: optional('a whole number, at least 0', wholeFrom(0)),
  maxPages: optional('a whole number above 0', wholeFrom(1)),
  readAhead: optional('a whole number from 0 to 32', wholeFrom(0, 32)),
  tokenLifetime: optional(
    'above 0 and below 2^31',
    (u) => typeof u === 'number' && u > 0 && u <= maxTimer,
  ),
  label: optional('a string', string.is),
  valve: optional(
    'a valve',
    (u) => typeof (u as Partial<ValveLike> | null)?.ready?.subscribe === 'function',
  ),
  onPage: callback,
  onEvent: callback,
};

/** Whether no path parameter or field can have this name, because the params of a walk have it. */
export const isReserved = (name: string): boolean =>
  Object.hasOwn(walkOptionTypes, name) ||
  ['codec', 'properties', 'pageSize', 'snapshot'].includes(name);
