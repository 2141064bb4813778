import { expectTypeOf } from 'expect-type';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { map, mergeMap, type Observable } from 'rxjs';
import {
  type Change,
  changesSince,
  type Client,
  type InvalidObject,
  type Key,
  type ObjectRecord,
  onRights,
  orThrow,
  pastLimit,
  retryExpired,
  rights,
  skipInvalid,
  type Superseded,
  type Valve,
  type Version,
  type WalkEnd,
  type WalkError,
  WalkFailure,
  watchChanges,
} from '../../src/index';
import type { ObjectStream } from '../support/pages';

declare const client: Client;
declare const valve: Valve;
declare const places$: Observable<E.Either<WalkEnd | Superseded, number>>;

const Employee = t.type({ id: t.number, name: t.string, boss: t.union([t.number, t.undefined]) });
type Employee = t.TypeOf<typeof Employee>;
type Thing = ObjectRecord<Employee>;

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const employees$ = client.list({ ...list, properties: Employee });
const unknowns$ = client.list(list);
const idOf = (employee: Thing): number => employee.properties.id;

// skipInvalid
expectTypeOf(employees$.pipe(skipInvalid())).toEqualTypeOf<Observable<E.Either<WalkEnd, Thing>>>();
expectTypeOf(
  employees$.pipe(skipInvalid((error) => expectTypeOf(error).toEqualTypeOf<InvalidObject>())),
).toEqualTypeOf<Observable<E.Either<WalkEnd, Thing>>>();
expectTypeOf(places$.pipe(skipInvalid())).toEqualTypeOf<typeof places$>();
expectTypeOf(employees$.pipe(skipInvalid(), orThrow())).toEqualTypeOf<Observable<Thing>>();
// @ts-expect-error these Lefts cannot be told apart
employees$.pipe(map(E.mapLeft(String)), skipInvalid());

// onRights: work on the Rights keeps the type of the Lefts, and knows what it works on.
expectTypeOf(
  employees$.pipe(
    skipInvalid(),
    onRights(mergeMap((thing) => Promise.resolve(thing.properties.id))),
  ),
).toEqualTypeOf<Observable<E.Either<WalkEnd, number>>>();
expectTypeOf(
  employees$.pipe(onRights(valve.mergeMap((thing: Thing) => [thing.properties.id], 8))),
).toEqualTypeOf<Observable<E.Either<WalkError, number>>>();

// orThrow: any Left can be thrown.
expectTypeOf(employees$.pipe(map(E.mapLeft(String)), orThrow())).toEqualTypeOf<Observable<Thing>>();
expectTypeOf(places$.pipe(orThrow())).toEqualTypeOf<Observable<number>>();
declare const superseded: Superseded;
expectTypeOf(new WalkFailure(superseded).cause).toEqualTypeOf<Superseded>();

// retryExpired: what the key is made of is known from the walk, and the walk keeps its type.
expectTypeOf(
  employees$.pipe(retryExpired({ key: (employee) => employee.properties.id })),
).toEqualTypeOf<Observable<E.Either<WalkError, Thing>>>();
// The Lefts stay what they are: those that were dropped before do not come back.
expectTypeOf(
  employees$.pipe(skipInvalid(), retryExpired({ key: (employee) => employee.properties.id })),
).toEqualTypeOf<Observable<E.Either<WalkEnd, Thing>>>();
expectTypeOf(
  employees$.pipe(skipInvalid(), retryExpired({ key: (employee) => employee.properties.id })),
).toEqualTypeOf<Observable<E.Either<WalkEnd, Thing>>>();
// Without a codec a key has to be made out of what is unknown.
expectTypeOf(
  unknowns$.pipe(retryExpired({ key: (record) => String(record.properties.id) })),
).toEqualTypeOf<Observable<E.Either<WalkError, ObjectRecord>>>();
// Everything that equals itself when it is read again is a key.
employees$.pipe(retryExpired({ key: () => 1n }));
employees$.pipe(retryExpired({ key: ({ properties: { id, name } }) => (id > 0 ? id : name) }));
// @ts-expect-error an unknown is no key
unknowns$.pipe(retryExpired({ key: (record) => record.properties.id }));
// @ts-expect-error a key that may be missing is none
employees$.pipe(retryExpired({ key: (employee) => employee.properties.boss }));
// @ts-expect-error null is no key
employees$.pipe(retryExpired({ key: () => null }));
// @ts-expect-error an object is no key: it equals no other
employees$.pipe(retryExpired({ key: (employee) => employee.properties }));
// @ts-expect-error a symbol is no key
employees$.pipe(retryExpired({ key: () => Symbol('key') }));
// @ts-expect-error it stands before the errors are taken out
employees$.pipe(rights(), retryExpired({ key: () => 1 }));

// changesSince and watchChanges: the changes carry the records of the walk.
const known = new Map<number, Version>();
type Changes<L, K> = Observable<E.Either<L, Change<Thing, K & Key>>>;
expectTypeOf(
  employees$.pipe(changesSince(known, { key: (employee) => employee.properties.id })),
).toEqualTypeOf<Changes<WalkError, number>>();
expectTypeOf(
  employees$.pipe(
    retryExpired({ key: (employee) => employee.properties.id }),
    changesSince(known, {
      key: ({ properties }) => properties.id,
      version: ({ properties }) => properties.name,
    }),
    orThrow(),
  ),
).toEqualTypeOf<Observable<Change<Thing, number>>>();
expectTypeOf(
  unknowns$.pipe(changesSince([], { key: (record) => String(record.properties.id) })),
).toEqualTypeOf<Observable<E.Either<WalkError, Change<ObjectRecord, string>>>>();
expectTypeOf(
  watchChanges(employees$, { key: (employee) => employee.properties.name, every: 1_000 }),
).toEqualTypeOf<Changes<WalkError, string>>();
watchChanges(employees$, { key: idOf, every: () => Promise.resolve() });
// Lefts that were dropped before do not come back.
expectTypeOf(
  employees$.pipe(
    skipInvalid(),
    changesSince(known, { key: (employee) => employee.properties.id }),
  ),
).toEqualTypeOf<Changes<WalkEnd, number>>();
expectTypeOf(
  watchChanges(employees$.pipe(skipInvalid()), {
    key: (employee) => employee.properties.id,
    every: 1_000,
  }),
).toEqualTypeOf<Changes<WalkEnd, number>>();

declare const change: Change<Thing, number>;
if (change._tag !== 'Removed') expectTypeOf(change.record).toEqualTypeOf<Thing>();
// @ts-expect-error of what is gone only the key is known
if (change._tag === 'Removed') expectTypeOf(change.record);
// @ts-expect-error what is known has keys of another type
employees$.pipe(changesSince(known, { key: (employee) => employee.properties.name }));
// @ts-expect-error a key that may be missing is none
employees$.pipe(changesSince([], { key: (employee) => employee.properties.boss }));
// @ts-expect-error a version is a string or a number
employees$.pipe(changesSince(known, { key: idOf, version: () => new Date() }));
// @ts-expect-error what is known has versions
employees$.pipe(changesSince([1, 2], { key: idOf }));
// @ts-expect-error it must be said when to walk again
watchChanges(employees$, { key: idOf });

// pastLimit
const search = { apiFamily: 'demo', objectType: 'thing', properties: Employee };
const everything = pastLimit({
  ranges: [{ from: 0, to: 9 }],
  walk: (range) => {
    expectTypeOf(range).toEqualTypeOf<{ from: number; to: number }>();
    return client.search(search).pipe(retryExpired({ key: (thing) => thing.properties.id }));
  },
  split: (range, reached) => {
    expectTypeOf(reached.objects).toEqualTypeOf<number>();
    expectTypeOf(reached.last).toEqualTypeOf<Thing | undefined>();
    return [{ ...range, from: (reached.last?.properties.id ?? range.from) + 1 }];
  },
  key: (record) => {
    expectTypeOf(record).toEqualTypeOf<Thing>();
    return record.properties.id;
  },
  concurrency: 4,
});
expectTypeOf(everything).toEqualTypeOf<ObjectStream<Thing>>();

const ranges = [0, 1] as const;
const walk = () => client.search(search);
pastLimit({ ranges, walk, split: () => [] });
pastLimit<number, Thing, Key>({ ranges, walk, split: () => [1], key: undefined });
// @ts-expect-error a part is a range
pastLimit({ ranges: [0], walk, split: () => ['1'] });
// @ts-expect-error a key equals itself when it is read again
pastLimit({ ranges: [0], walk, split: () => [1], key: (record) => record });
// @ts-expect-error a range that cannot be split is not walked for ever
pastLimit({ ranges: [0], walk });
