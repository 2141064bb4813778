import { expectTypeOf } from 'expect-type';
import type { DataSource } from '@angular/cdk/collections';
import type { Signal } from '@angular/core';
import * as t from 'io-ts';
import { providePagewalk, type WalkList, walkResource, walkWindow } from '../../src/angular/index';
import type { Client, ObjectRecord, Transport } from '../../src/index';

declare const transport: Transport;

providePagewalk({ baseURL: '/objects', timeout: 10, retry: false });

// @ts-expect-error -- neither a transport nor an address
providePagewalk({});
// @ts-expect-error -- both: which one should count?
providePagewalk({ transport, baseURL: '/objects' });
// @ts-expect-error -- the limit belongs to the transport that was given
providePagewalk({ transport, timeout: 10 });
// @ts-expect-error -- no such option
providePagewalk({ baseURL: '/objects', baseUrl: '/objects' });

const Employee = t.type({ id: t.number, name: t.string });
type Employee = ObjectRecord<t.TypeOf<typeof Employee>>;

const stream = ({ client }: { readonly client: Pick<Client, 'list'> }) =>
  client.list({ ontologyRid: 'o', objectType: 'employee', properties: Employee });

const list = walkResource({
  stream,
  key: (employee) => employee.properties.id,
  cacheKey: 'employees',
});
expectTypeOf(list).toExtend<WalkList<Employee>>();
expectTypeOf(list.value).toEqualTypeOf<Signal<ReadonlyArray<Employee>>>();
expectTypeOf(list.status).not.toHaveProperty('set');
// @ts-expect-error -- a key that never equals itself
walkResource({ stream, key: (employee) => employee.properties });
// @ts-expect-error -- the mark is one of viewports
walkResource({ stream, rowsAhead: 10 });
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
  cacheKey: 'found',
  key: (employee) => employee.properties.id,
});
expectTypeOf(found.value).toEqualTypeOf<Signal<ReadonlyArray<Employee>>>();

// Another client, also for a search, which has neither pageSize nor snapshot.
declare const other: Client;
walkResource({
  client: other,
  stream: ({ client }) => client.search({ apiFamily: 'f', objectType: 'employee' }),
});

const windowed = walkWindow({
  stream,
  keepPages: 20,
  rowsAhead: 10,
  key: (row) => row.properties.id,
  cacheKey: 'all',
});
expectTypeOf(windowed).toExtend<DataSource<Employee | undefined>>();
expectTypeOf(windowed).not.toExtend<DataSource<Employee>>();
expectTypeOf(windowed.value).toEqualTypeOf<Signal<ReadonlyArray<Employee>>>();
expectTypeOf(windowed).not.toHaveProperty('insert');
// @ts-expect-error -- all rows at an interval are what a window avoids
walkWindow({ stream, keepPages: 20, refreshEvery: 1_000 });
expectTypeOf(walkWindow({ stream })).not.toHaveProperty('loadMore');

// @ts-expect-error -- a change gives the whole object
list.edit.patch(1, () => ({ properties: { id: 1 } }));
