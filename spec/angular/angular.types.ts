import { expectTypeOf } from 'expect-type';
import type { DataSource } from '@angular/cdk/collections';
import type { EnvironmentProviders, Resource, Signal } from '@angular/core';
import type { Either } from 'fp-ts/Either';
import * as t from 'io-ts';
import {
  asResource,
  injectObjectQuery,
  objectDataSource,
  type PendingEdit,
  provideObjectQuery,
  type Row,
  type WalkPace,
  walkResource,
  walkSignals,
} from '../../src/angular/index';
import type { InvalidObject, ObjectRecord, Transport, WalkError } from '../../src/index';

declare const transport: Transport;

expectTypeOf(provideObjectQuery({ transport })).toEqualTypeOf<EnvironmentProviders>();
expectTypeOf(
  provideObjectQuery({ baseURL: '/objects', timeout: 10, retry: false }),
).toEqualTypeOf<EnvironmentProviders>();
expectTypeOf(provideObjectQuery(() => ({ baseURL: '/objects' }))).toEqualTypeOf<EnvironmentProviders>();

// @ts-expect-error -- neither a transport nor an address
provideObjectQuery({});
// @ts-expect-error -- both: which one should count?
provideObjectQuery({ transport, baseURL: '/objects' });
// @ts-expect-error -- the limit belongs to the transport that was given
provideObjectQuery({ transport, timeout: 10 });
// @ts-expect-error -- no such option
provideObjectQuery({ baseURL: '/objects', baseUrl: '/objects' });

const Employee = t.type({ id: t.number, name: t.string });
type Employee = ObjectRecord<t.TypeOf<typeof Employee>>;

const source = (pace: WalkPace) =>
  injectObjectQuery().list({ ontologyRid: 'o', objectType: 'employee', properties: Employee, ...pace });

const list = walkSignals(source, { key: (employee) => employee.properties.id });
expectTypeOf(list.objects).toEqualTypeOf<Signal<ReadonlyArray<Row<Employee>>>>();
expectTypeOf<Row<Employee>>().toEqualTypeOf<Either<InvalidObject, Employee>>();
expectTypeOf(list.error).toEqualTypeOf<Signal<WalkError | undefined>>();
expectTypeOf(list.status).not.toHaveProperty('set');
// @ts-expect-error -- a key that never equals itself
walkSignals(source, { key: (employee) => employee.properties });
// @ts-expect-error -- the mark is one of viewports
walkSignals(source, { highWaterMark: 10 });

expectTypeOf(list.value).toEqualTypeOf<Signal<ReadonlyArray<Employee>>>();
expectTypeOf(list.invalid).toEqualTypeOf<Signal<ReadonlyArray<InvalidObject>>>();
// @ts-expect-error -- the only event there is
walkSignals(source, { resumeOn: 'focus' });

const found = walkResource({
  params: (): { readonly text: string } | undefined => ({ text: '' }),
  stream: ({ params, pace }) => {
    expectTypeOf(params).toEqualTypeOf<{ readonly text: string }>();
    return source(pace);
  },
  cacheKey: ({ text }) => text,
  key: (employee) => employee.properties.id,
});
expectTypeOf(found.value).toEqualTypeOf<Signal<ReadonlyArray<Employee>>>();
// @ts-expect-error -- one name for whatever the params are would show the rows of others
walkResource({ params: () => 1, stream: ({ pace }) => source(pace), cacheKey: 'employees' });
// @ts-expect-error -- a list without a walk
walkResource({ params: () => 1 });

const rows = objectDataSource(source, { highWaterMark: 10 });
expectTypeOf(rows).toExtend<DataSource<Row<Employee>>>();
expectTypeOf(rows.valid).toExtend<DataSource<Employee>>();
expectTypeOf(rows).not.toHaveProperty('loadMore');

const windowed = objectDataSource(source, {
  window: { pages: 20 },
  highWaterMark: 10,
  key: (row) => row.properties.id,
});
expectTypeOf(windowed).toExtend<DataSource<Row<Employee> | undefined>>();
expectTypeOf(windowed).not.toExtend<DataSource<Row<Employee>>>();
expectTypeOf(windowed.objects).toEqualTypeOf<Signal<ReadonlyArray<Row<Employee>>>>();
expectTypeOf(windowed.trackRow).parameter(1).toEqualTypeOf<Row<Employee> | undefined>();
expectTypeOf(windowed.refresh()).toEqualTypeOf<boolean>();
expectTypeOf(asResource(windowed)).toEqualTypeOf<Resource<ReadonlyArray<Employee>>>();
expectTypeOf(windowed).not.toHaveProperty('valid');
expectTypeOf(windowed).not.toHaveProperty('patch');
expectTypeOf(windowed).not.toHaveProperty('insert');
expectTypeOf(windowed).not.toHaveProperty('remove');
expectTypeOf(windowed).not.toHaveProperty('isRefreshing');
// @ts-expect-error -- a list that drops rows cannot be kept
objectDataSource(source, { window: { pages: 20 }, cacheKey: 'employees' });
// @ts-expect-error -- nor be refreshed as a whole
objectDataSource(source, { window: { pages: 20 }, every: 1_000 });
// @ts-expect-error -- pages, not rows
objectDataSource(source, { window: { rows: 20 } });
// @ts-expect-error -- a window is for one source
objectDataSource({ params: () => 1, stream: ({ pace }) => source(pace), window: { pages: 20 } });

// The pace goes into search as well, which has neither pageSize nor snapshot.
walkSignals((pace) => injectObjectQuery().search({ apiFamily: 'f', objectType: 'employee', ...pace }));

const searched = objectDataSource({
  params: () => ({ text: 'a' }),
  stream: ({ params, pace }) => {
    expectTypeOf(params).toEqualTypeOf<{ text: string }>();
    return source(pace);
  },
  key: (employee) => employee.properties.id,
  cacheKey: ({ text }) => text,
});
expectTypeOf(searched.valid).toEqualTypeOf<DataSource<Employee>>();
expectTypeOf(searched.isPrevious).toEqualTypeOf<Signal<boolean>>();
expectTypeOf(searched.patch(1, (employee) => ({ ...employee }))).toEqualTypeOf<PendingEdit>();
expectTypeOf(asResource(searched)).toEqualTypeOf<Resource<ReadonlyArray<Employee>>>();

// @ts-expect-error -- a change gives the whole object
list.patch(1, () => ({ properties: { id: 1 } }));
// @ts-expect-error -- one or the other: a walk, or params and what they stand for
objectDataSource({ params: () => 1 });
