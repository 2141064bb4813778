import '@angular/compiler';
import { createEnvironmentInjector, effect, signal } from '@angular/core';
import {
  injectListCache,
  injectMessageFor,
  walkPage,
  walkResource,
  withListCache,
} from '../../../src/angular/index';
import { idsOf, opened, pause, type Row, rows, until } from './opened';

const textOf = (list: { readonly value: () => ReadonlyArray<Row> }, id: number) =>
  list.value().find((row) => row.id === id)?.text;

const written = (text: string) => (row: Row) => ({ ...row, text });

/** A list of all rows in pages of ten, which has come this far. */
const listedTo = async (count: number) => {
  const { run, service } = await opened();
  const list = run(() =>
    walkResource({
      stream: ({ client }) => client.objects<typeof rows, Row>(rows, { pageSize: 10 }),
      key: ({ id }) => Number(id),
    }),
  );
  await until(() => list.status() === 'idle');
  while (list.value().length < count) {
    list.loadMore();
    await until(() => list.status() === 'idle');
  }
  service.offsets.length = 0;
  return { list, service };
};

/** The third of four pages of a table. */
const thirdPage = async () => {
  const { run, page } = await opened();
  page.set({ index: 2, size: 25 });
  const list = run(() =>
    walkPage({
      page,
      stream: ({ client }) => client.objects<typeof rows, Row>(rows, { pageSize: 25 }),
      key: ({ id }) => Number(id),
    }),
  );
  await until(() => list.value().length === 25 && !list.isLoading());
  return { list, page };
};

/** What is done to rows that are edited while others come, and what is shown then. */
export const edits = {
  writtenLast: async () => {
    const { list } = await listedTo(10);
    const [first, second] = ['first', 'second'].map((text) => list.edit.patch(2, written(text)));
    second?.commit();
    first?.commit();
    return textOf(list, 2);
  },
  patchedBeforeItsInsert: async () => {
    const { list } = await listedTo(10);
    const inserted = list.edit.insert({ id: 1_000, text: 'new' });
    list.edit.patch(1_000, written('written')).commit();
    inserted.commit();
    return textOf(list, 1_000);
  },
  confirmedWhileReloading: async () => {
    const { list, service } = await listedTo(50);
    list.reload();
    let confirmed = 0;
    // As a form does that saves itself.
    while (list.isLoading() && confirmed < 200) {
      list.edit.patch(confirmed % 50, written(`${confirmed}`)).commit();
      confirmed += 1;
      await pause(3);
    }
    return [service.offsets.length, confirmed < 200];
  },
  insertedAndReloaded: async () => {
    const { list, service } = await listedTo(20);
    const lengths = new Array<number>();
    for (const id of [1_000, 1_001, 1_002, 1_003, 1_004, 1_005]) {
      const inserted = list.edit.insert({ id });
      service.rows.unshift({ id });
      inserted.commit();
      list.reload();
      await until(() => !list.isLoading());
      lengths.push(list.value().length);
    }
    return lengths;
  },
  keptBesideATable: async () => {
    const { run, injector, service } = await opened(withListCache({ lists: 2 }));
    const visit = async (cacheKey: string) => {
      const component = createEnvironmentInjector([], injector);
      const list = run(
        () =>
          walkResource({
            stream: ({ client }) => client.objects<typeof rows, Row>(rows, { pageSize: 25 }),
            cacheKey,
          }),
        component,
      );
      await until(() => list.value().length === 25);
      component.destroy();
    };
    await visit('one');
    await visit('two');
    const table = createEnvironmentInjector([], injector);
    const page = signal({ index: 0, size: 25 });
    const list = run(
      () =>
        walkPage({
          page,
          stream: ({ client }) => client.objects<typeof rows, Row>(rows, { pageSize: 25 }),
          prefetch: true,
        }),
      table,
    );
    for (const index of [0, 1, 2, 3]) {
      page.set({ index, size: 25 });
      await until(() => idsOf(list)[0] === index * 25 && !list.isLoading());
    }
    table.destroy();
    const asked = service.offsets.length;
    await visit('one');
    await visit('two');
    run(injectListCache).clear();
    return service.offsets.length - asked;
  },
  reloadedInAPause: async () => {
    const { list, service } = await listedTo(10);
    list.pause();
    list.reload();
    await pause(100);
    const paused = service.offsets.length;
    list.retry();
    await until(() => service.offsets.length > 0 && !list.isLoading());
    return [paused, service.offsets.length];
  },
  healthy: async () => {
    const { run } = await opened();
    return run(injectMessageFor)(undefined);
  },
  beyondTheEnd: async () => {
    const { run } = await opened();
    history.replaceState(undefined, '', '?page=99');
    const page = signal(Number(new URLSearchParams(location.search).get('page')) - 1);
    return run(async () => {
      const list = walkPage({
        page: () => ({ index: page(), size: 25 }),
        stream: ({ client }) => client.objects<typeof rows, Row>(rows, { pageSize: 25 }),
        clamp: true,
      });
      // As the guide does it, without a router.
      effect(() => {
        if (list.lastIndex() === undefined || list.index() === page()) return;
        history.replaceState(undefined, '', `?page=${list.index() + 1}`);
        page.set(list.index());
      });
      await until(() => idsOf(list)[0] === 75 && !list.isLoading());
      return [location.search, history.length];
    });
  },
  insertedElsewhere: async () => {
    const { list, page } = await thirdPage();
    const inserted = list.edit.insert({ id: 1_000 });
    const first = idsOf(list)[0];
    page.set({ index: 0, size: 25 });
    await until(() => !list.isPrevious() && !list.isLoading());
    inserted.rollback();
    const [behind] = [list.edit.insert({ id: 1_001 }, { after: 3 })];
    const shown = idsOf(list).slice(3, 6);
    behind.rollback();
    return [first, shown];
  },
};
