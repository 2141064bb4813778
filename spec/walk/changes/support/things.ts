import { type Either, left, right } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { Change, Key, ObjectRecord, Version, WalkError } from '../../../../src/index';
import { errorsAt } from '../../../support/walkErrors';

export interface Thing {
  readonly id: Key;
  readonly at: Version;
}
export type Result = Either<WalkError, ObjectRecord<Thing>>;
export type Told = Either<WalkError, Change<ObjectRecord<Thing>, Key>>;

const errors = errorsAt(O.none);

export const thing = (id: Key, at: Version): ObjectRecord<Thing> => ({ properties: { id, at } });

export const options = {
  key: (record: ObjectRecord<Thing>) => record.properties.id,
  version: (record: ObjectRecord<Thing>) => record.properties.at,
};

// a, b, c in their first version; A, B, C in their second.
export const input = {
  a: right(thing('a', 1)),
  b: right(thing('b', 1)),
  c: right(thing('c', 1)),
  A: right(thing('a', 2)),
  B: right(thing('b', 2)),
  C: right(thing('c', 2)),
  i: left(errors.InvalidObject),
  t: left(errors.TimedOut),
} satisfies Record<string, Result>;

export const added = (id: Key, version: Version): Told =>
  right({ _tag: 'Added', key: id, version, record: thing(id, version) });
export const changed = (id: Key, version: Version): Told =>
  right({ _tag: 'Changed', key: id, version, record: thing(id, version) });
export const removed = (key: Key): Told => right({ _tag: 'Removed', key });

// a, b, c: added; A, B, C: changed to their second version; x, y, z: a, b, c removed; i, t: Lefts.
export const output: Record<string, Told> = {
  a: added('a', 1),
  b: added('b', 1),
  c: added('c', 1),
  A: changed('a', 2),
  B: changed('b', 2),
  C: changed('c', 2),
  d: changed('a', 1),
  x: removed('a'),
  y: removed('b'),
  z: removed('c'),
  i: left(errors.InvalidObject),
  t: left(errors.TimedOut),
};
