import '@angular/compiler';
import {
  createEnvironmentInjector,
  ErrorHandler,
  type EnvironmentInjector,
  provideZonelessChangeDetection,
  runInInjectionContext,
  signal,
} from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import { right } from 'fp-ts/Either';
import { defer, delay, of } from 'rxjs';
import { providePagewalk, walkPage, walkResource } from '../../../src/angular/index';
import { endpoint, type Transport } from '../../../src/index';
import { at, byOffset, query } from '../../../src/paging';

interface Row {
  readonly id: number | undefined;
}

const rows = endpoint({
  name: 'rows',
  method: 'GET',
  path: '/rows',
  items: at('data'),
  paging: byOffset({ to: query('offset'), total: at('total') }),
  pageSize: query('limit'),
});

/** A hundred rows in an application of their own, and what was asked of them. */
const opened = async () => {
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
    providePagewalk({ transport, retry: false }),
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
  return { service, injector, page, pages, list, thrown };
};

const pause = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

const until = async (isSo: () => boolean): Promise<void> => {
  for (let turns = 0; !isSo(); turns += 1) {
    if (turns > 1_000) throw new Error(`this never came: ${isSo.toString()}`);
    await pause(10);
  }
};

const idsOf = (list: { readonly value: () => ReadonlyArray<Row> }) =>
  list.value().map(({ id }) => id);

/** What is done to a list in a browser, and what it shows then. */
export const scenarios = {
  reloadedAhead: async () => {
    const { service, page, pages } = await opened();
    const list = pages({ prefetch: true });
    await until(() => service.offsets.includes(25));
    // It has come as well.
    await pause(100);
    service.rows.shift();
    list.reload();
    await until(() => idsOf(list)[0] === 1 && !list.isLoading());
    page.set({ index: 1, size: 25 });
    await until(() => !list.isPrevious() && !list.isLoading());
    return idsOf(list)[0];
  },
  leftWhileReloading: async () => {
    const { service, injector, list } = await opened();
    const context = createEnvironmentInjector([], injector);
    const before = list(context);
    await until(() => before.value().length === 25);
    service.rows = service.rows.slice(5);
    before.reload();
    context.destroy();
    const after = list();
    const shownFirst = idsOf(after)[0];
    await until(() => idsOf(after)[0] === 5);
    return [shownFirst, idsOf(after)[0]];
  },
  removed: async () => {
    const { service, list: make } = await opened();
    const list = make();
    await until(() => list.status() === 'idle');
    service.rows.shift();
    list.edit.remove(0).commit();
    list.loadMore();
    await until(() => list.value().length > 25);
    return [idsOf(list).slice(22, 27), list.progress()];
  },
  withoutKey: async () => {
    const { service, list: make, thrown } = await opened();
    const list = make();
    await until(() => list.status() === 'idle');
    service.rows[3] = { id: undefined };
    list.reload();
    await until(() => list.error() !== undefined);
    await pause(300);
    return [list.error()?._tag, service.offsets.length, thrown.length];
  },
  debounced: async () => {
    const { page, pages } = await opened();
    const list = pages({ debounceTime: 60_000 });
    await until(() => list.value().length === 25);
    page.set({ index: 1, size: 25 });
    await until(() => idsOf(list)[0] === 25);
    return list.index();
  },
  farAway: async () => {
    const { page, pages } = await opened();
    // To count up to it would take hours.
    page.set({ index: 10_000_000_000, size: 25 });
    const list = pages({ clamp: true });
    await until(() => idsOf(list)[0] === 75);
    return [list.index(), list.lastIndex()];
  },
};
