import { expectTypeOf } from 'expect-type';
import type { DataSource } from '@angular/cdk/collections';
import type { EnvironmentProviders, Resource, Signal } from '@angular/core';
import * as t from 'io-ts';
import {
  asResource,
  provideObjectQuery,
  walkDataSource,
  type WalkList,
  walkResource,
  walkWindow,
} from '../../src/angular/index';
import type { Client, InvalidObject, ObjectRecord, Transport, WalkError } from '../../src/index';

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

const stream = ({ client }: { readonly client: Pick<Client, 'list'> }) =>
  client.list({ ontologyRid: 'o', objectType: 'employee', properties: Employee });

const list = walkResource({ stream, key: (employee) => employee.properties.id, cacheKey: 'employees' });
expectTypeOf(list).toExtend<WalkList<Employee>>();
expectTypeOf(list.value).toEqualTypeOf<Signal<ReadonlyArray<Employee>>>();
expectTypeOf(list.invalid).toEqualTypeOf<Signal<ReadonlyArray<InvalidObject>>>();
expectTypeOf(list.error).toEqualTypeOf<Signal<WalkError | undefined>>();
expectTypeOf(list.status).not.toHaveProperty('set');
// @ts-expect-error -- a key that never equals itself
walkResource({ stream, key: (employee) => employee.properties });
// @ts-expect-error -- the mark is one of viewports
walkResource({ stream, highWaterMark: 10 });
// @ts-expect-error -- no such event
walkResource({ stream, refreshOn: ['focus'] });
// @ts-expect-error -- a list without a walk
walkResource({ params: () => 1 });

const found = walkResource({
  params: (): { readonly text: string } | undefined => ({ text: '' }),
  stream: ({ params, client }) => {
    expectTypeOf(params).toEqualTypeOf<{ readonly text: string }>();
    return client.list({ ontologyRid: 'o', objectType: params.text, properties: Employee });
  },
  cacheKey: ({ text }) => text,
  key: (employee) => employee.properties.id,
});
expectTypeOf(found.value).toEqualTypeOf<Signal<ReadonlyArray<Employee>>>();

// A walk of another client takes the pace, also in a search, which has neither pageSize nor snapshot.
declare const other: Client;
walkResource({ stream: ({ pace }) => other.search({ apiFamily: 'f', objectType: 'employee', ...pace }) });

const rows = walkDataSource({ stream, highWaterMark: 10 });
expectTypeOf(rows).toExtend<DataSource<Employee>>();
expectTypeOf(rows).not.toHaveProperty('loadMore');
expectTypeOf(asResource(rows)).toEqualTypeOf<Resource<ReadonlyArray<Employee>>>();

const windowed = walkWindow({ stream, pages: 20, highWaterMark: 10, key: (row) => row.properties.id, cacheKey: 'all' });
expectTypeOf(windowed).toExtend<DataSource<Employee | undefined>>();
expectTypeOf(windowed).not.toExtend<DataSource<Employee>>();
expectTypeOf(windowed.value).toEqualTypeOf<Signal<ReadonlyArray<Employee>>>();
expectTypeOf(windowed).not.toHaveProperty('insert');
expectTypeOf(asResource(windowed)).toEqualTypeOf<Resource<ReadonlyArray<Employee>>>();
// @ts-expect-error -- all rows at an interval are what a window avoids
walkWindow({ stream, pages: 20, every: 1_000 });
// @ts-expect-error -- how many pages?
walkWindow({ stream });

// @ts-expect-error -- a change gives the whole object
list.patch(1, () => ({ properties: { id: 1 } }));
