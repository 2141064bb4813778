import '@angular/compiler';
import { createEnvironmentInjector } from '@angular/core';
import { idsOf, opened, pause, until } from './opened';

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
