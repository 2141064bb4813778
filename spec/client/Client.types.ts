import { expectTypeOf } from 'expect-type';
import type { Either } from 'fp-ts/Either';
import * as t from 'io-ts';
import { type Observable, of, take } from 'rxjs';
import {
  type Client,
  createClient,
  iterate,
  listObjects,
  lefts,
  type ObjectRecord,
  orThrow,
  type Page,
  type PageToken,
  rights,
  searchObjects,
  type Transport,
  type UnknownProperties,
  type WalkError,
} from '../../src/index';

declare const client: Client;
declare const transport: Transport;
declare const pageToken: PageToken;

const Employee = t.type({ id: t.number });
interface Employee {
  id: number;
}
const DateFromText = new t.Type<Date, string>(
  'Date',
  (u): u is Date => u instanceof Date,
  t.failure,
  String,
);

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const search = { apiFamily: 'demo', objectType: 'person' };

// A walk is typed by its codec, and by an unknown record without one.
type Objects<A> = ReturnType<typeof client.list<A>>;
expectTypeOf<Objects<Employee>>().toExtend<Observable<Either<WalkError, ObjectRecord<Employee>>>>();
expectTypeOf(client.list({ ...list, properties: Employee })).toEqualTypeOf<Objects<Employee>>();
expectTypeOf(client.list(list)).toEqualTypeOf<Objects<UnknownProperties>>();
expectTypeOf(
  client.search({ ...search, properties: t.type({ since: DateFromText }) }),
).toEqualTypeOf<Objects<{ since: Date }>>();
expectTypeOf(
  client.pages(listObjects, { ...list, properties: Employee }).pipe(take(1)),
).toEqualTypeOf<Observable<Either<WalkError, Page<ObjectRecord<Employee>>>>>();
expectTypeOf(client.objects(searchObjects, { ...search, query: { type: 'empty' } })).toEqualTypeOf<
  Objects<UnknownProperties>
>();

// A client of a test may give plain Observables.
expectTypeOf<Observable<Either<WalkError, ObjectRecord<Employee>>>>().toExtend<Objects<Employee>>();

// iterate is typed as the walk, and paces it by itself.
expectTypeOf(iterate(client, listObjects, { ...list, properties: Employee })).toExtend<
  AsyncIterableIterator<ObjectRecord<Employee>>
>();
expectTypeOf(iterate(client, listObjects, list)).toExtend<AsyncIterable<ObjectRecord>>();
// @ts-expect-error the path has an ontologyRid, too
iterate(client, listObjects, { objectType: 'employee' });
// @ts-expect-error iterate has a valve of its own
iterate(client, listObjects, { ...list, valve: { ready: of(undefined) } });

// Operators keep the types of both sides.
expectTypeOf(client.list({ ...list, properties: Employee }).pipe(rights())).toEqualTypeOf<
  Observable<ObjectRecord<Employee>>
>();
expectTypeOf(client.list(list).pipe(lefts())).toEqualTypeOf<Observable<WalkError>>();
expectTypeOf(client.list({ ...list, properties: Employee }).pipe(orThrow())).toEqualTypeOf<
  Observable<ObjectRecord<Employee>>
>();

// What an endpoint has, its params may say; undefined counts as absent. spec/model/endpoints/endpoint.types.ts has the rest.
client.list({ ...list, pageSize: 5, snapshot: true, pageToken, emptyPages: 3 });
client.list({
  ...list,
  pageSize: undefined,
  snapshot: undefined,
  pageToken: undefined,
  properties: undefined,
});
client.search({ ...search, query: { type: 'eq', field: 'name', value: 'x' } });

// @ts-expect-error objectType is missing
client.list({ ontologyRid: 'ri.o' });
// @ts-expect-error the query of a search is not optional where no default stands in for it
client.objects(searchObjects, search);
// @ts-expect-error a client needs a transport
createClient({});
createClient({ transport });
