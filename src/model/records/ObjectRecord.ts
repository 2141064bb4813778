import { type Either, isLeft, left, mapLeft, right } from 'fp-ts/Either';
import { type Errors, type Mixed, UnknownRecord, type Validation } from 'io-ts';
import { kindOf, problemsOf } from '../errors/problemsOf';
import { cutFailing } from './cutFailing';
import { holdsPrototype } from './holdsPrototype';
import { quickDecode, refused } from './quickDecode';
import { ask, type Codec, validatorOf } from './StandardSchema';
import type { Problem } from '../errors/WalkError';

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

type Checked<A> = Either<ReadonlyArray<Problem>, ObjectRecord<A>>;

const isRecord = (u: unknown): u is ObjectRecord<unknown> => typeof u === 'object' && u !== null && 'properties' in u;

/** Reads one record, quickly at first; `decode` is for codecs that are not io-ts's own, and to say what is wrong. */
export const readRecord = <A>(codec: Codec<A>, at = 'properties'): ((record: unknown) => Checked<A>) => {
  const known = new Map<string, Either<ReadonlyArray<Problem>, never>>();
  /** A page may be full of what is refused for the same reason, which is kept once (law 31). */
  const refuse = (where: string, message: string): Either<ReadonlyArray<Problem>, never> => {
    const before = known.get(where + message) ?? left([{ at: where, message }]);
    known.set(where + message, before);
    return before;
  };
  const validate = validatorOf(codec);
  const type = codec as Mixed;
  const read = validate ? () => refused : quickDecode(type);

  const decode = (properties: unknown): Validation<unknown> => {
    const shorter = cutFailing(type, properties);
    const decoded: Validation<unknown> = type.decode(shorter);
    return isLeft(decoded) || shorter === properties ? decoded : type.decode(properties);
  };

  const slowly = (properties: unknown): Either<ReadonlyArray<Problem>, unknown> =>
    validate
      ? ask(validate, properties)
      : mapLeft((errors: Errors) => problemsOf('properties', errors))(decode(properties));

  return (record) => {
    try {
      if (!isRecord(record)) {
        const kind = kindOf(record);
        return kind === 'object' ? refuse(at, 'is missing') : refuse('the record', `must be an object, but is ${kind}`);
      }
      const { properties } = record;
      let result = read(properties);
      if (result === refused) {
        if (type === UnknownRecord) return refuse('properties', `must be ${type.name}, but is ${kindOf(properties)}`);
        if (holdsPrototype(properties)) return refuse('properties', 'must not hold the key __proto__');
        const decoded = slowly(properties);
        if (isLeft(decoded)) return decoded;
        result = decoded.right;
      }
      return right((result === properties ? record : { ...record, properties: result }) as ObjectRecord<A>);
    } catch {
      return refuse('properties', `made the codec ${type.name} throw`);
    }
  };
};
