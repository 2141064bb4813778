import '@angular/compiler';
import {
  createEnvironmentInjector,
  type EnvironmentInjector,
  provideZonelessChangeDetection,
  runInInjectionContext,
  signal,
} from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import { right } from 'fp-ts/Either';
import { defer, NEVER, of } from 'rxjs';
import { providePagewalk, walkPage, walkResource, walkWindow } from '../../../src/angular/index';
import { endpoint, type Transport } from '../../../src/index';
import { at, byOffset, query } from '../../../src/paging';

interface Row {
  readonly id: number;
}

const rows = endpoint({
  name: 'rows',
  method: 'GET',
  path: '/rows',
  items: at('data'),
  paging: byOffset({ to: query('offset'), total: at('total') }),
  pageSize: query('limit'),
});

/** As many rows as are asked for, of very many. */
const transport: Transport = ({ url }) =>
  defer(() => {
    const { searchParams } = new URL(url, location.href);
    const first = Number(searchParams.get('offset') ?? 0);
    const data = Array.from({ length: Number(searchParams.get('limit')) }, (_, index) => ({
      id: first + index,
    }));
    const body = JSON.stringify({ data, total: 100_000 });
    return of(right({ status: 200, headers: { 'content-type': 'application/json' }, body }));
  });

const started = async () => {
  const { injector } = await createApplication({
    providers: [provideZonelessChangeDetection(), providePagewalk({ transport, retry: false })],
  });
  return injector;
};

const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

/** What a component makes, with something large that it closes over. */
const kinds = {
  list: (pageSize: number, cacheKey?: string) => {
    const large = new Array<number>(10_000).fill(0.5);
    return walkResource({
      stream: ({ client }) => client.objects<typeof rows, Row>(rows, { pageSize }),
      key: ({ id }: Row) => id + (large[0] ?? 0),
      cacheKey,
    });
  },
  page: (pageSize: number, cacheKey?: string) => {
    const large = new Array<number>(10_000).fill(0.5);
    const page = signal({ index: 0, size: pageSize });
    return walkPage({
      page,
      prefetch: true,
      stream: ({ client, page: { size } }) =>
        client.objects<typeof rows, Row>(rows, { pageSize: size }),
      key: ({ id }: Row) => id + (large[0] ?? 0),
      cacheKey,
    });
  },
  window: (pageSize: number, cacheKey?: string) => {
    const large = new Array<number>(10_000).fill(0.5);
    const list = walkWindow({
      stream: ({ client }) => client.objects<typeof rows, Row>(rows, { pageSize }),
      key: ({ id }: Row) => id + (large[0] ?? 0),
      cacheKey,
    });
    list.connect({ viewChange: NEVER }).subscribe();
    return list;
  },
};

export type Kind = keyof typeof kinds;

const application = started();

/** Opens a list and closes it, this many times. With a name its rows are kept, each time under another one. */
export const openAndClose = async (kind: Kind, times: number, isKept: boolean): Promise<number> => {
  const parent = await application;
  let shown = 0;
  for (let time = 0; time < times; time += 1) {
    const context: EnvironmentInjector = createEnvironmentInjector([], parent);
    const list = runInInjectionContext(context, () =>
      kinds[kind](25, isKept ? `${kind} ${time}` : undefined),
    );
    await settled();
    list.edit.patch(0, (row) => ({ ...row })).commit();
    shown += list.value().length > 0 ? 1 : 0;
    context.destroy();
  }
  return shown;
};
