import { expectTypeOf } from 'expect-type';
import type { Either } from 'fp-ts/Either';
import * as t from 'io-ts';
import type { Observable } from 'rxjs';
import {
  type Change,
  changesSince,
  type Client,
  type ObjectRecord,
  orThrow,
  retryExpired,
  skipInvalid,
  type Version,
  type WalkEnd,
  type WalkError,
  watchChanges,
} from '../../../src/index';

declare const client: Client;

const Employee = t.type({ id: t.number, name: t.string, boss: t.union([t.number, t.undefined]) });
type Employee = t.TypeOf<typeof Employee>;

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const employees$ = client.list({ ...list, properties: Employee });
const known = new Map<number, Version>();

// What the key is made of is known from the walk; the changes carry its records.
expectTypeOf(employees$.pipe(changesSince(known, { key: (employee) => employee.properties.id }))).toEqualTypeOf<
  Observable<Either<WalkError, Change<ObjectRecord<Employee>, number>>>
>();
expectTypeOf(
  employees$.pipe(
    retryExpired({ key: (employee) => employee.properties.id }),
    changesSince(known, { key: ({ properties }) => properties.id, version: ({ properties }) => properties.name }),
    orThrow(),
  ),
).toEqualTypeOf<Observable<Change<ObjectRecord<Employee>, number>>>();
expectTypeOf(client.list(list).pipe(changesSince([], { key: (record) => String(record.properties.id) }))).toEqualTypeOf<
  Observable<Either<WalkError, Change<ObjectRecord, string>>>
>();
expectTypeOf(watchChanges(employees$, { key: (employee) => employee.properties.name, every: 1_000 })).toEqualTypeOf<
  Observable<Either<WalkError, Change<ObjectRecord<Employee>, string>>>
>();
watchChanges(employees$, { key: (employee) => employee.properties.id, every: () => Promise.resolve() });

// The Lefts stay what they are: those that were dropped before do not come back.
expectTypeOf(
  employees$.pipe(skipInvalid(), changesSince(known, { key: (employee) => employee.properties.id })),
).toEqualTypeOf<Observable<Either<WalkEnd, Change<ObjectRecord<Employee>, number>>>>();
expectTypeOf(
  watchChanges(employees$.pipe(skipInvalid()), { key: (employee) => employee.properties.id, every: 1_000 }),
).toEqualTypeOf<Observable<Either<WalkEnd, Change<ObjectRecord<Employee>, number>>>>();

declare const change: Change<ObjectRecord<Employee>, number>;
if (change._tag !== 'Removed') expectTypeOf(change.record).toEqualTypeOf<ObjectRecord<Employee>>();
// @ts-expect-error of what is gone only the key is known
if (change._tag === 'Removed') expectTypeOf(change.record);

// @ts-expect-error what is known has keys of another type
employees$.pipe(changesSince(known, { key: (employee) => employee.properties.name }));
// @ts-expect-error a key that may be missing is none
employees$.pipe(changesSince([], { key: (employee) => employee.properties.boss }));
// @ts-expect-error a version is a string or a number
employees$.pipe(changesSince(known, { key: (employee) => employee.properties.id, version: () => new Date() }));
// @ts-expect-error what is known has versions
employees$.pipe(changesSince([1, 2], { key: (employee) => employee.properties.id }));
// @ts-expect-error it must be said when to walk again
watchChanges(employees$, { key: (employee) => employee.properties.id });
