import { expectTypeOf } from 'expect-type';
import * as E from 'fp-ts/Either';
import { map, mergeMap, type Observable } from 'rxjs';
import {
  type InvalidObject,
  type ObjectRecord,
  type ObjectStream,
  onRights,
  orThrow,
  skipInvalid,
  type Superseded,
  type Valve,
  type WalkEnd,
  type WalkError,
  WalkFailure,
} from '../../../src/index';

declare const walk: ObjectStream<ObjectRecord<{ id: number }>>;
declare const durable: Observable<E.Either<WalkEnd | Superseded, number>>;
declare const valve: Valve;
declare const thrown: unknown;

type Thing = ObjectRecord<{ id: number }>;

expectTypeOf<WalkEnd>().toEqualTypeOf<Exclude<WalkError, InvalidObject>>();
expectTypeOf(walk.pipe(skipInvalid())).toEqualTypeOf<Observable<E.Either<WalkEnd, Thing>>>();
expectTypeOf(walk.pipe(skipInvalid((error) => expectTypeOf(error).toEqualTypeOf<InvalidObject>()))).toEqualTypeOf<
  Observable<E.Either<WalkEnd, Thing>>
>();
expectTypeOf(durable.pipe(skipInvalid())).toEqualTypeOf<typeof durable>();
expectTypeOf(walk.pipe(skipInvalid(), orThrow())).toEqualTypeOf<Observable<Thing>>();

// Work on the Rights keeps the type of the Lefts, and knows what it works on.
expectTypeOf(
  walk.pipe(skipInvalid(), onRights(mergeMap((thing) => Promise.resolve(thing.properties.id)))),
).toEqualTypeOf<Observable<E.Either<WalkEnd, number>>>();
expectTypeOf(walk.pipe(onRights(valve.mergeMap((thing: Thing) => [thing.properties.id], 8)))).toEqualTypeOf<
  Observable<E.Either<WalkError, number>>
>();

// Any Left can be thrown.
expectTypeOf(walk.pipe(map(E.mapLeft(String)), orThrow())).toEqualTypeOf<Observable<Thing>>();
expectTypeOf(durable.pipe(orThrow())).toEqualTypeOf<Observable<number>>();
expectTypeOf<WalkFailure['cause']>().toEqualTypeOf<WalkError>();
declare const superseded: Superseded;
expectTypeOf(new WalkFailure(superseded).cause).toEqualTypeOf<Superseded>();
if (thrown instanceof WalkFailure) expectTypeOf(thrown.message).toEqualTypeOf<string>();

// @ts-expect-error these Lefts cannot be told apart
walk.pipe(map(E.mapLeft(String)), skipInvalid());
