import { type EnvironmentProviders, inject, REQUEST_CONTEXT } from '@angular/core';
import * as t from 'io-ts';
import { bearer, endpoint } from 'pagewalk';
import { providePagewalk } from 'pagewalk/angular';
import { at, byOffset, query } from 'pagewalk/paging';
import type { Backend } from './backend';
import { Session } from './session';

const Reading = t.type({ id: t.number, sensor: t.string, station: t.string, value: t.number });

export type Reading = t.TypeOf<typeof Reading>;

export const stations = ['North Quay', 'East Mole', 'South Basin', 'West Pier', 'Outer Roads', 'Lock Island'];

/** Pages are asked for by offsets, and the service says how many rows there are: one can jump to any of them. */
export const readings = endpoint({
  name: 'readings',
  method: 'GET',
  path: '/api/readings',
  items: at('data'),
  paging: byOffset({ to: query('offset'), total: at('totalCount') }),
  pageSize: query('limit'),
  fields: { station: t.union([t.string, t.undefined]) },
  codec: Reading,
});

/** What a walk of readings is asked with. */
export const readingParams = { pageSize: 200 } as const;

/** A client of the route. It has the features of the application: its rows travel, and belong to the user. */
export const provideReadings = (): EnvironmentProviders =>
  providePagewalk(() => {
    const backend = inject(REQUEST_CONTEXT, { optional: true }) as Backend | null;
    const session = inject(Session);
    return { baseURL: backend?.origin ?? '/', auth: bearer(() => session.credential()) };
  });
