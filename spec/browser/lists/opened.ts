import '@angular/compiler';
import {
  ErrorHandler,
  type EnvironmentInjector,
  provideZonelessChangeDetection,
  runInInjectionContext,
  signal,
} from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import { right } from 'fp-ts/Either';
import { defer, delay, of } from 'rxjs';
import {
  type PagewalkFeature,
  providePagewalk,
  walkPage,
  walkResource,
} from '../../../src/angular/index';
import { endpoint, type Transport } from '../../../src/index';
import { at, byOffset, query } from '../../../src/paging';

export interface Row {
  readonly id: number | undefined;
  readonly text?: string;
}

export const rows = endpoint({
  name: 'rows',
  method: 'GET',
  path: '/rows',
  items: at('data'),
  paging: byOffset({ to: query('offset'), total: at('total') }),
  pageSize: query('limit'),
});

/** A hundred rows in an application of their own, and what was asked of them. */
export const opened = async (...features: ReadonlyArray<PagewalkFeature>) => {
  const service = {
    rows: Array.from({ length: 100 }, (_, id): Row => ({ id })),
    offsets: new Array<number>(),
  };
  const transport: Transport = ({ url }) =>
    defer(() => {
      const { searchParams } = new URL(url, location.href);
      const [offset, limit] = ['offset', 'limit'].map((name) =>
        Number(searchParams.get(name) ?? 0),
      ) as [number, number];
      service.offsets.push(offset);
      const body = JSON.stringify({
        data: service.rows.slice(offset, offset + limit),
        total: service.rows.length,
      });
      return of(right({ status: 200, headers: { 'content-type': 'application/json' }, body })).pipe(
        delay(5),
      );
    });
  const thrown: Array<unknown> = [];
  const providers = [
    provideZonelessChangeDetection(),
    providePagewalk({ transport, retry: false }, ...features),
    { provide: ErrorHandler, useValue: { handleError: (error: unknown) => thrown.push(error) } },
  ];
  const { injector } = await createApplication({ providers });
  const run = <R>(make: () => R, context: EnvironmentInjector = injector): R =>
    runInInjectionContext(context, make);
  const page = signal({ index: 0, size: 25 });
  const pages = (options: { prefetch?: boolean; debounceTime?: number; clamp?: boolean }) =>
    run(() =>
      walkPage({
        params: () => 'all',
        page,
        stream: ({ client, page: { size } }) =>
          client.objects<typeof rows, Row>(rows, { pageSize: size }),
        ...options,
      }),
    );
  const list = (context = injector) =>
    run(
      () =>
        walkResource({
          stream: ({ client }) => client.objects<typeof rows, Row>(rows, { pageSize: 25 }),
          key: (row: Row) => row.id as never,
          cacheKey: 'rows',
        }),
      context,
    );
  return { service, injector, run, page, pages, list, thrown };
};

export const pause = (ms: number): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, ms));

export const until = async (isSo: () => boolean): Promise<void> => {
  for (let turns = 0; !isSo(); turns += 1) {
    if (turns > 1_000) throw new Error(`this never came: ${isSo.toString()}`);
    await pause(10);
  }
};

export const idsOf = (list: { readonly value: () => ReadonlyArray<Row> }) =>
  list.value().map(({ id }) => id);
