import { bimap, type Either, left, type Right, right } from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as t from 'io-ts';
import { holdsPrototype } from './holdsPrototype';
import { passesThrough } from './passesThrough';
import { kindOf, problemsOf } from './problemsOf';
import { quickCheck } from './quickCheck';
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

const decode = <A>(codec: t.Type<A, unknown>, record: ObjectRecord<unknown>): Checked<A> =>
  holdsPrototype(record.properties)
    ? left([{ at: 'properties', message: 'must not hold the key __proto__' }])
    : pipe(
        codec.decode(record.properties),
        bimap(
          (errors) => problemsOf('properties', errors),
          (properties) => ({ ...record, properties }),
        ),
      );

/**
 * Reads one record with the codec of its properties. To check is much faster than to decode and goes first; `decode` is
 * for codecs that transform, and to say what is wrong.
 */
export const readRecord = <A>(codec: t.Type<A, unknown>): ((record: unknown) => Checked<A>) => {
  const accepts = passesThrough(codec) ? quickCheck(codec) : () => false;
  let isProven: boolean | undefined;

  /** No look at a codec tells what a `decode` does that somebody has put in place of io-ts's own: the first object does. */
  const prove = (properties: unknown): boolean => {
    const { right } = codec.decode(properties) as Partial<Right<A>>;
    return right === properties;
  };

  return (record) => {
    try {
      if (!isRecord(record)) return left(noRecord(record));
      const { properties } = record;
      return isProven !== false && accepts(properties) && (isProven ??= prove(properties))
        ? right(record as ObjectRecord<A>)
        : decode(codec, record);
    } catch {
      return left([{ at: 'properties', message: `made the codec ${codec.name} throw` }]);
    }
  };
};
