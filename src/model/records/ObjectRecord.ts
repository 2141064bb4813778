import { type Either, isLeft, left, mapLeft, right } from 'fp-ts/Either';
import { identity } from 'fp-ts/function';
import { type Errors, type Mixed, UnknownRecord, type Validation, unknown } from 'io-ts';
import { typeName, problemsOf } from '../errors/problemsOf';
import { madeOnce } from '../madeOnce';
import { cutFailing } from './cutFailing';
import { holdsPrototype } from './holdsPrototype';
import { quickDecode, refused } from './quickDecode';
import { validateNow, type Codec, validatorOf } from './StandardSchema';
import type { Problem } from '../errors/WalkError';

/** A record of unknown values: what an object is, or its `properties` are, where no codec says more. @since 0.1.0 */
export type UnknownProperties = Readonly<Record<string, unknown>>;

/** An object with its decoded `properties`. Every other field is there as it came: see `unchecked`. @since 0.1.0 */
export interface ObjectRecord<A = UnknownProperties> {
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

type Problems = ReadonlyArray<Problem>;

/** Reads one record of a page, or says what is wrong with it. */
export type Reader<A> = (record: unknown) => Either<Problems, A>;

type RefusedRecord = Either<Problems, never>;

const refuse = (at: string, message: string): RefusedRecord => left([{ at, message }]);

/** Refuses values, by their kind. A page may be full of what is refused for the same reason, which is kept once (law 31). */
const refusing = (refusalOf: (kind: string) => RefusedRecord): Reader<never> => {
  const known: Record<string, RefusedRecord> = {};
  return (value) => {
    const kind = typeName(value);
    return (known[kind] ??= refusalOf(kind));
  };
};

const isNoRecord = refusing((kind) =>
  kind === 'object'
    ? refuse('properties', 'is missing')
    : refuse('the record', `must be an object, but is ${kind}`),
);
const holdsKey = refuse('properties', 'must not hold the key __proto__');

/** Reads a value of an object; `object` is what comes where the codec leaves it as it is. */
type ReadValue<A> = (given: unknown, object: unknown) => Either<Problems, A>;

/**
 * Reads the properties of an object, quickly at first; `decode` is for codecs that are not io-ts's own, and to say what is
 * wrong. Where the codec makes something else of them, `changed` makes another object.
 */
const reading = <A>(
  codec: object,
  changed: (properties: unknown, object: unknown) => unknown,
): ReadValue<A> => {
  const validate = validatorOf(codec);
  const type = codec as Mixed;
  const quickly = validate ? () => refused : quickDecode(type);
  const isUnlike = refusing((kind) => refuse('properties', `must be ${type.name}, but is ${kind}`));

  const decode = (given: unknown): Validation<unknown> => {
    const shorter = cutFailing(type, given);
    const decoded: Validation<unknown> = type.decode(shorter);
    return isLeft(decoded) || shorter === given ? decoded : type.decode(given);
  };

  const slowly = (given: unknown): Either<Problems, unknown> =>
    validate
      ? validateNow(validate, given)
      : mapLeft((errors: Errors) => problemsOf('properties', errors))(decode(given));

  return (given, object) => {
    try {
      let result = quickly(given);
      if (result === refused) {
        if (type === UnknownRecord) return isUnlike(given);
        if (holdsPrototype(given)) return holdsKey;
        const decoded = slowly(given);
        if (isLeft(decoded)) return decoded;
        result = decoded.right;
      }
      return right((result === given ? object : changed(result, object)) as A);
    } catch {
      return refuse('properties', `made the codec ${type.name} throw`);
    }
  };
};

/** Readers by their codecs: what is found out about a codec is the same for all walks. */
const readingRecords = madeOnce((codec: object) =>
  reading<unknown>(codec, (properties, record) => ({ ...(record as object), properties })),
);
const readingItems = madeOnce((codec: object) => reading<unknown>(codec, identity));

/** Reads records that have `properties`, and leaves what else they have beside them. */
export const readRecord = <A>(codec?: Codec<A>): Reader<ObjectRecord<A>> => {
  const read = readingRecords(codec ?? UnknownRecord) as ReadValue<ObjectRecord<A>>;
  return (record) => {
    const given = (record as Partial<ObjectRecord<unknown>> | null)?.properties;
    return given === undefined ? isNoRecord(record) : read(given, record);
  };
};

/** Reads records that are the objects, or have them at a path, where `itemOf` looks. Without a codec, null is not an object. */
export const readItem = <A>(
  codec?: Codec<A>,
  path = '',
  itemOf: (record: unknown) => unknown = identity,
): Reader<A> => {
  const read = readingItems(codec ?? unknown) as ReadValue<A>;
  const isNone = refusing((kind) =>
    refuse(
      path || 'the record',
      kind === 'null' ? 'must not be null without a codec that accepts it' : 'is missing',
    ),
  );
  // Nobody has called it properties: problems name the path in the record.
  const inRecord = ({ at, message }: Problem): Problem => ({
    at: [path, at.slice('properties.'.length)].filter(Boolean).join('.') || 'the record',
    message,
  });
  return (record) => {
    const item = itemOf(record);
    if (item === undefined || (item === null && !codec)) return isNone(item);
    const result = read(item, item);
    return isLeft(result) ? left(result.left.map(inRecord)) : result;
  };
};
