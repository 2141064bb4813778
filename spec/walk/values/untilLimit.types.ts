import { expectTypeOf } from 'expect-type';
import * as E from 'fp-ts/Either';
import { map, type Observable } from 'rxjs';
import {
  type Busy,
  durable,
  type DurableOptions,
  type ObjectRecord,
  type ObjectStream,
  type Place,
  type RetrievalLimitExceeded,
  type Superseded,
  untilLimit,
  type WalkEnd,
  type WalkError,
} from '../../../src/index';

declare const walk: ObjectStream<ObjectRecord<{ id: number }>>;
declare const options: DurableOptions<unknown, void>;

// What it drops is not in its type any more.
expectTypeOf(walk.pipe(untilLimit())).toEqualTypeOf<
  Observable<E.Either<Exclude<WalkError, RetrievalLimitExceeded>, ObjectRecord<{ id: number }>>>
>();

// For a durable walk, too, the limit can be a normal end.
expectTypeOf(durable(options).pipe(untilLimit())).toEqualTypeOf<
  Observable<E.Either<Exclude<WalkEnd, RetrievalLimitExceeded> | Superseded | Busy, Place>>
>();

// @ts-expect-error these Lefts cannot be told apart
walk.pipe(map(E.mapLeft(String)), untilLimit());
