import { expectTypeOf } from 'expect-type';
import type { Either } from 'fp-ts/Either';
import * as t from 'io-ts';
import type { Observable } from 'rxjs';
import {
  type Client,
  type Key,
  type ObjectRecord,
  retryExpired,
  type RetrievalLimitExceeded,
  rights,
  skipInvalid,
  untilLimit,
  type WalkEnd,
  type WalkError,
} from '../../../src/index';

declare const client: Client;

const Employee = t.type({ id: t.number, name: t.string, boss: t.union([t.number, t.undefined]) });
type Employee = t.TypeOf<typeof Employee>;

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const employees$ = client.list({ ...list, properties: Employee });
const unknowns$ = client.list(list);

// What the key is made of is known from the walk, and the walk keeps its type.
expectTypeOf(employees$.pipe(retryExpired({ key: (employee) => employee.properties.id }))).toEqualTypeOf<
  Observable<Either<WalkError, ObjectRecord<Employee>>>
>();

// The Lefts stay what they are: those that were dropped before do not come back.
expectTypeOf(employees$.pipe(skipInvalid(), retryExpired({ key: (employee) => employee.properties.id }))).toEqualTypeOf<
  Observable<Either<WalkEnd, ObjectRecord<Employee>>>
>();
expectTypeOf(
  employees$.pipe(skipInvalid(), untilLimit(), retryExpired({ key: (employee) => employee.properties.id })),
).toEqualTypeOf<Observable<Either<Exclude<WalkEnd, RetrievalLimitExceeded>, ObjectRecord<Employee>>>>();

// Without a codec a key has to be made out of what is unknown.
expectTypeOf(unknowns$.pipe(retryExpired({ key: (record) => String(record.properties.id) }))).toEqualTypeOf<
  Observable<Either<WalkError, ObjectRecord>>
>();

// Everything that equals itself when it is read again is a key.
expectTypeOf<Key>().toEqualTypeOf<string | number | bigint | boolean>();
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
// @ts-expect-error restarts are counted
employees$.pipe(retryExpired({ key: (employee) => employee.properties.id, restarts: 'many' }));
// @ts-expect-error it stands before the errors are taken out
employees$.pipe(rights(), retryExpired({ key: () => 1 }));
