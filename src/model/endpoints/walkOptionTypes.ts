import { type Mixed, boolean, number, refinement, undefined as undefinedType, union } from 'io-ts';
import { maxTimer } from '../maxTimer';
import { PageToken } from '../PageToken';
import { isPlace } from '../place/hidden';
import { isCodec } from '../records/StandardSchema';

/** What a param must be. Its name completes the sentence "emptyPages must be …". Params that are undefined count as absent. */
type Rule = Pick<Mixed, 'name' | 'is'>;

/** What a walk asks of a valve. */
interface Valve {
  readonly ready?: { readonly subscribe?: unknown };
}

const optional = (name: string, isRight: (u: unknown) => boolean): Rule => ({
  name,
  is: (u): u is unknown => u === undefined || isRight(u),
});

const isFrom = (min: number, u: unknown): boolean => Number.isSafeInteger(u) && (u as number) >= min;

const callback = optional('a function', (u) => typeof u === 'function');

/** What these params must be, where an endpoint has them. */
export const PageSize: Mixed = union(
  [refinement(number, (n) => isFrom(1, n)), undefinedType],
  'a whole number, at least 1',
);
export const Snapshot: Mixed = union([boolean, undefinedType], 'true or false');

/** What the params of every walk may hold. */
export const walkOptionTypes: Readonly<Record<string, Rule>> = {
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
