import { type Either, isLeft, left, right } from 'fp-ts/Either';
import * as t from 'io-ts';
import { holdsPrototype } from './holdsPrototype';
import { kindOf, problemsOf } from './problemsOf';
import { quickDecode, refused } from './quickDecode';
import type { Problem } from './WalkError';

/**
 * An object as the service sent it: its decoded `properties`, and every other field as it came (seed 2.2).
 *
 * @since 0.1.0
 */
export interface ObjectRecord<A> {
  readonly properties: A;
  readonly [field: string]: unknown;
}

type Checked<A> = Either<ReadonlyArray<Problem>, ObjectRecord<A>>;

const isRecord = (u: unknown): u is ObjectRecord<unknown> => typeof u === 'object' && u !== null && 'properties' in u;

const noRecord = (found: unknown): ReadonlyArray<Problem> =>
  t.UnknownRecord.is(found)
    ? [{ at: 'properties', message: 'is missing' }]
    : [{ at: 'the record', message: `must be an object, but is ${kindOf(found)}` }];

/**
 * Reads one record with the codec of its properties. To read quickly goes first; `decode` is for codecs that are not
 * io-ts's own, and to say what is wrong.
 */
export const readRecord = <A>(codec: t.Type<A, unknown>): ((record: unknown) => Checked<A>) => {
  const read = quickDecode(codec);
  let isProven: boolean | undefined;

  /** No look at a codec tells what a `decode` does that somebody has put in place of io-ts's own: the first object does. */
  const prove = (properties: unknown, result: unknown): boolean => {
    const { right = [0] } = codec.decode(properties) as { readonly right?: object };
    return right === result || String(Object.entries(right)) === String(Object.entries(result as object));
  };

  return (record) => {
    try {
      if (!isRecord(record)) return left(noRecord(record));
      const { properties } = record;
      let result = isProven === false ? refused : read(properties);
      if (result === refused || !(isProven ??= prove(properties, result))) {
        if (holdsPrototype(properties)) return left([{ at: 'properties', message: 'must not hold the key __proto__' }]);
        const decoded = codec.decode(properties);
        if (isLeft(decoded)) return left(problemsOf('properties', decoded.left));
        result = decoded.right;
      }
      return right((result === properties ? record : { ...record, properties: result }) as ObjectRecord<A>);
    } catch {
      return left([{ at: 'properties', message: `made the codec ${codec.name} throw` }]);
    }
  };
};
