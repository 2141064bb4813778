import { type Either, isLeft, left, mapLeft, right } from 'fp-ts/Either';
import { type Errors, type Mixed, UnknownRecord, type Validation, unknown } from 'io-ts';
import { kindOf, problemsOf, theRecord } from '../errors/problemsOf';
import { cutFailing } from './cutFailing';
import { holdsPrototype } from './holdsPrototype';
import { quickDecode, refused } from './quickDecode';
import { ask, type Codec, validatorOf } from './StandardSchema';
import type { Problem } from '../errors/WalkError';

/** A record of unknown values: what an object is, or its `properties` are, where no codec says more. @since 0.1.0 */
export type UnknownProperties = Readonly<Record<string, unknown>>;

/** An object with its decoded `properties`. Every other field is there as it came: see `unchecked`. @since 0.1.0 */
export interface ObjectRecord<A> {
  readonly properties: A;
}

/**
 * The same object, with the fields that it has beside its `properties`. No codec has checked them.
 *
 * @example
 * ```ts
 * import { type ObjectRecord, unchecked } from 'pagewalk';
 *
 * const ridOf = (employee: ObjectRecord<{ id: number }>): unknown => unchecked(employee).rid;
 * ```
 *
 * @since 1.0.0
 */
export const unchecked = (record: ObjectRecord<unknown>): Readonly<Record<string, unknown>> =>
  record as object as Readonly<Record<string, unknown>>;

/** Reads one record of a page, or says what is wrong with it. */
export type Reader<A> = (record: unknown) => Either<ReadonlyArray<Problem>, A>;

const isRecord = (u: unknown): u is ObjectRecord<unknown> => typeof u === 'object' && u !== null && 'properties' in u;

/** Refuses values, by their kind. A page may be full of what is refused for the same reason, which is kept once (law 31). */
const refusing = (at: string, messageOf: (kind: string) => string): Reader<never> => {
  const known = new Map<string, Either<ReadonlyArray<Problem>, never>>();
  return (value) => {
    const kind = kindOf(value);
    const before = known.get(kind);
    if (before) return before;
    const said = left([{ at, message: messageOf(kind) }]);
    known.set(kind, said);
    return said;
  };
};

/**
 * Reads what a codec is for, quickly at first; `decode` is for codecs that are not io-ts's own, and to say what is wrong. `at` is
 * what problems call it, and `objectOf` makes the object of what was read.
 */
const reading = <A>(codec: object, at: string, objectOf: (read: unknown, given: unknown, record: unknown) => A) => {
  const validate = validatorOf(codec);
  const type = codec as Mixed;
  const quickly = validate ? () => refused : quickDecode(type);
  const isUnlike = refusing(at, (kind) => `must be ${type.name}, but is ${kind}`);
  const holdsKey = refusing(at, () => 'must not hold the key __proto__');
  const threw = refusing(at, () => `made the codec ${type.name} throw`);

  const decode = (given: unknown): Validation<unknown> => {
    const shorter = cutFailing(type, given);
    const decoded: Validation<unknown> = type.decode(shorter);
    return isLeft(decoded) || shorter === given ? decoded : type.decode(given);
  };

  const slowly = (given: unknown): Either<ReadonlyArray<Problem>, unknown> =>
    validate ? ask(validate, given, at) : mapLeft((errors: Errors) => problemsOf(at, errors))(decode(given));

  return (given: unknown, record: unknown): Either<ReadonlyArray<Problem>, A> => {
    try {
      let result = quickly(given);
      if (result === refused) {
        if (type === UnknownRecord) return isUnlike(given);
        if (holdsPrototype(given)) return holdsKey(given);
        const decoded = slowly(given);
        if (isLeft(decoded)) return decoded;
        result = decoded.right;
      }
      return right(objectOf(result, given, record));
    } catch {
      return threw(given);
    }
  };
};

/** Reads records that have `properties`, and leaves what else they have beside them. */
export const readRecord = <A>(codec?: Codec<A>): Reader<ObjectRecord<A>> => {
  const read = reading(
    codec ?? UnknownRecord,
    'properties',
    (properties, given, record) =>
      (properties === given ? record : { ...(record as object), properties }) as ObjectRecord<A>,
  );
  const isMissing = refusing('properties', () => 'is missing');
  const isNoObject = refusing(theRecord, (kind) => `must be an object, but is ${kind}`);
  return (record) => {
    if (isRecord(record)) return read(record.properties, record);
    return kindOf(record) === 'object' ? isMissing(record) : isNoObject(record);
  };
};

/** Reads records that are the objects themselves, or have them somewhere. Without a codec, null is not an object. */
export const readItem = <A>(
  codec?: Codec<A>,
  at = theRecord,
  itemOf: (record: unknown) => unknown = (record) => record,
): Reader<A> => {
  const read = reading(codec ?? unknown, at, (item) => item as A);
  const isMissing = refusing(at, () => 'is missing');
  const isNull = refusing(at, () => 'must not be null without a codec that accepts it');
  return (record) => {
    const item = itemOf(record);
    if (item === undefined) return isMissing(item);
    return item === null && !codec ? isNull(item) : read(item, record);
  };
};
