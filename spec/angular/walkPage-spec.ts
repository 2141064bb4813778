import '@angular/compiler';
import { DOCUMENT } from '@angular/common';
import { signal } from '@angular/core';
import { expect } from 'chai';
import * as t from 'io-ts';
import { delay, NEVER, of, tap } from 'rxjs';
import {
  injectListCache,
  providePagewalk,
  walkPage,
  type WalkPageOptions,
  withSession,
} from '../../src/angular/index';
import { endpoint, type Transport } from '../../src/index';
import { createListCache } from '../../src/list/createListCache';
import { at, byCursor, byOffset, byPageNumber, query } from '../../src/paging';
import { answer, ok } from '../support/scriptedTransport';
import { application, handling, rendered, stable } from './support/angular';
import { until } from './support/until';

const Row = t.type({ id: t.number });
type Row = t.TypeOf<typeof Row>;

const described = {
  name: 'rows',
  method: 'GET',
  path: '/rows',
  items: at('data'),
  pageSize: query('limit'),
  codec: Row,
} as const;
const total = at('meta', 'count');
const fields = { sort: t.string };
const schemes = {
  offset: endpoint({ ...described, fields, paging: byOffset({ to: query('from'), total }) }),
  number: endpoint({ ...described, fields, paging: byPageNumber({ to: query('page'), total }) }),
  cursor: endpoint({
    ...described,
    fields,
    paging: byCursor({ from: at('next'), to: query('cursor') }),
  }),
};

type Options = Omit<Partial<WalkPageOptions<{ sort: string }, Row>>, 'page' | 'params' | 'stream'>;

const idOf = ({ id }: Row): number => id;

/** A list of ten rows, which can be sorted. The service forgets them one by one. Requests with `lost` get no response. */
const opened = (scheme: keyof typeof schemes, options: Options = {}) => {
  const [page, sort, failures] = [signal({ index: 0, size: 4 }), signal('up'), signal(0)];
  const service = { rows: Array.from({ length: 10 }, (_, id) => ({ id })), lost: '', answered: 0 };
  const requests: Array<string> = [];
  const transport: Transport = ({ url }) => {
    const { search, searchParams } = new URL(url, 'http://host');
    requests.push(search);
    if (service.lost !== '' && search.includes(service.lost)) return NEVER;
    if (failures() > 0) {
      failures.update((left) => left - 1);
      return of(answer(503, {}));
    }
    const limit = Number(searchParams.get('limit'));
    const from = Number(
      searchParams.get('from') ?? limit * (Number(searchParams.get('page') ?? 1) - 1),
    );
    const sorted = searchParams.get('sort') === 'down' ? [...service.rows].reverse() : service.rows;
    return of(
      ok({ data: sorted.slice(from, from + limit), meta: { count: service.rows.length } }),
    ).pipe(
      delay(0),
      tap(() => (service.answered += 1)),
    );
  };
  const { handled: errors, handler } = handling();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const app = application(providePagewalk({ transport, retry: false }), handler, {
    provide: DOCUMENT,
    useValue: document,
  });
  const list = app.run(() =>
    walkPage({
      params: () => {
        if (sort() === 'throws') throw new Error('a bug');
        return { sort: sort() };
      },
      page: () => page(),
      stream: ({ params, page: { size }, client }) =>
        client.objects(schemes[scheme], { ...params, pageSize: size }),
      key: idOf,
      ...options,
    }),
  );
  const says = () => [list.value().map(idOf), list.status()];
  const forget = (id: number): void => {
    service.rows = service.rows.filter((row) => row.id !== id);
  };
  /** Goes to a page, and gives its rows. */
  const goTo = async (index: number) => {
    page.set({ index, size: 4 });
    await stable();
    return list.value().map(idOf);
  };
  return {
    ...app,
    document,
    list,
    page,
    sort,
    failures,
    service,
    requests,
    errors,
    says,
    forget,
    goTo,
  };
};

describe('walkPage', () => {
  for (const scheme of ['offset', 'number'] as const)
    it(`shows one page, and follows the page, sort and filter (${scheme})`, async () => {
      const { list, page, sort, requests, says } = opened(scheme);
      await stable();
      expect([...says(), list.progress().total, list.hasMore()]).to.deep.equal([
        [0, 1, 2, 3],
        'idle',
        10,
        true,
      ]);
      page.set({ index: 2, size: 4 });
      await stable();
      expect([says()[0], list.progress().total, list.hasMore()]).to.deep.equal([[8, 9], 10, false]);
      sort.set('down');
      page.set({ index: 1, size: 4 });
      await stable();
      expect([...says(), requests.length]).to.deep.equal([[5, 4, 3, 2], 'idle', 3]);
    });

  it('shows the rows before until the next ones are there, and retries a page that failed', async () => {
    const { list, page, failures, says } = opened('offset');
    await stable();
    page.set({ index: 1, size: 4 });
    failures.set(1);
    await stable();
    expect([...says(), list.isPrevious(), list.error()?._tag]).to.deep.equal([
      [0, 1, 2, 3],
      'error',
      true,
      'HttpFailure',
    ]);
    list.retry();
    await stable();
    expect([...says(), list.isPrevious()]).to.deep.equal([[4, 5, 6, 7], 'idle', false]);
  });

  it('loads the next page ahead where that is wanted, and keeps pages that were shown', async () => {
    const { page, requests, says, service } = opened('offset', { prefetch: true });
    await stable();
    await until(() => service.answered === 2);
    expect(requests).to.have.lengthOf(2);
    page.set({ index: 1, size: 4 });
    await rendered();
    expect(says()).to.deep.equal([[4, 5, 6, 7], 'idle']);
    await stable();
    page.set({ index: 0, size: 4 });
    await stable();
    expect([...says(), requests.length]).to.deep.equal([[0, 1, 2, 3], 'idle', 3]);
  });

  it('says what is wrong: an endpoint that cannot name pages, and a page that is none', async () => {
    const { list, page, errors } = opened('cursor');
    await stable();
    expect(list.status()).to.equal('end');
    page.set({ index: 1, size: 4 });
    await stable();
    expect([list.status(), String(errors[0])]).to.deep.equal(['error', String(errors[0])]);
    expect(String(errors[0])).to.match(/can name pages.*loadMore/);
    page.set({ index: 1, size: 0 });
    await stable();
    expect([list.status(), list.error()?._tag]).to.deep.equal(['error', 'InvalidRequest']);
    expect(String(errors[1])).to.match(/size of a page/);
  });

  it('throws nothing into a template where its params or its page throw', async () => {
    const { list, sort, page } = opened('offset', { clamp: true });
    await stable();
    const says = () => [list.status(), list.index(), list.lastIndex(), list.hasMore()];
    page.set({ index: 1, size: 0 });
    await stable();
    expect(says()).to.deep.equal(['error', 0, undefined, false]);
    page.set({ index: 1, size: 4 });
    sort.set('throws');
    await stable();
    expect(says()).to.deep.equal(['error', 0, undefined, false]);
  });

  for (const index of [-1, 1.5, NaN])
    it(`shows the first page for an index of ${index}, and says so once`, async () => {
      const { list, says, errors, goTo } = opened('offset');
      await stable();
      expect(await goTo(index)).to.deep.equal([0, 1, 2, 3]);
      expect([says()[1], list.index(), errors.map(String)]).to.deep.equal([
        'idle',
        0,
        [`Error: walkPage: the index ${index} is not a whole number: the first page is shown`],
      ]);
    });

  it('computes where a page is, however far, and refuses one that no number names', async () => {
    for (const [scheme, sent] of [
      ['offset', `from=${2 ** 52}`],
      ['number', `page=${2 ** 50 + 1}`],
    ] as const) {
      const { list, requests, goTo, errors } = opened(scheme);
      await goTo(2 ** 50);
      expect([list.status(), requests.at(-1)]).to.deep.equal(['end', `?sort=up&limit=4&${sent}`]);
      await goTo(Number.MAX_SAFE_INTEGER);
      expect([list.status(), list.error()?._tag, String(errors[0])]).to.deep.equal([
        'error',
        'InvalidRequest',
        `RangeError: walkPage: no page can have the index ${Number.MAX_SAFE_INTEGER}`,
      ]);
    }
  });

  it('says which page is the last one, and shows it where clamp is set', async () => {
    const plain = opened('offset');
    expect([plain.list.lastIndex(), await plain.goTo(9)]).to.deep.equal([undefined, []]);
    expect([plain.list.lastIndex(), plain.list.index(), plain.list.hasMore()]).to.deep.equal([
      2,
      9,
      false,
    ]);

    const { list, page, goTo, forget, sort, says } = opened('offset', { clamp: true });
    expect(await goTo(9)).to.deep.equal([8, 9]);
    expect([list.index(), list.lastIndex(), list.hasMore(), page().index]).to.deep.equal([
      2,
      2,
      false,
      9,
    ]);
    // Its rows are gone.
    [8, 9].forEach(forget);
    list.reload();
    await stable();
    expect([list.value().map(idOf), list.index()]).to.deep.equal([[4, 5, 6, 7], 1]);
    sort.set('down');
    await stable();
    expect(says()).to.deep.equal([[3, 2, 1, 0], 'end']);
  });

  it('asks with clamp for the page of the next user, and not for the last one of the user before', async () => {
    const user = signal('ada');
    const requests: Array<string> = [];
    const transport: Transport = ({ url }) => {
      requests.push(`${user()} ${new URL(url, 'http://host').searchParams.get('from') ?? 0}`);
      const count = user() === 'ada' ? 10 : 100;
      return of(ok({ data: [{ id: 1 }], meta: { count } }));
    };
    const app = application(
      providePagewalk(
        { transport, retry: false },
        withSession(() => user()),
      ),
    );
    const list = app.run(() =>
      walkPage({
        page: () => ({ index: 5, size: 4 }),
        stream: ({ page: { size }, client }) =>
          client.objects(schemes.offset, { sort: 'up', pageSize: size }),
        key: idOf,
        clamp: true,
      }),
    );
    await stable();
    expect([list.index(), requests.at(-1)]).to.deep.equal([2, 'ada 8']);
    requests.length = 0;
    user.set('grace');
    await stable();
    expect([list.index(), requests]).to.deep.equal([5, ['grace 20']]);
  });

  it('shows with clamp the page that is there by now, though a kept one says that it is not', async () => {
    let reads = 0;
    const page = () => {
      if ((reads += 1) > 100)
        throw new Error('it leads from one kept page to another, again and again');
      return { index: 3, size: 4 };
    };
    const { list, service } = opened('offset', { clamp: true, prefetch: true, ...{ page } });
    const [few, many] = [10, 13].map((length) => Array.from({ length }, (_, id) => ({ id })));
    Object.defineProperty(service, 'rows', { get: () => (service.answered === 0 ? few : many) });
    await stable();
    await stable();
    expect([list.value().map(idOf), list.index(), list.error()]).to.deep.equal([
      [12],
      3,
      undefined,
    ]);
  });

  it('delays params by debounceTime, and pages not at all', async () => {
    const { page, sort, requests, says, service } = opened('offset', {
      debounceTime: 1_000_000,
      prefetch: true,
    });
    await stable();
    await until(() => service.answered === 2);
    page.set({ index: 1, size: 4 });
    await rendered();
    expect(says()).to.deep.equal([[4, 5, 6, 7], 'idle']);
    await until(() => requests.length === 3);
    sort.set('down');
    await rendered();
    expect(requests).to.have.lengthOf(3);
  });
});

describe('edits of a page', () => {
  for (const scheme of ['offset', 'number'] as const)
    it(`leave one page, also after a row was inserted and confirmed (${scheme})`, async () => {
      const { list, goTo, service } = opened(scheme);
      await goTo(1);
      const inserted = list.edit.insert({ id: -1 });
      // It is first of all rows, and this is not the first page.
      expect(list.value().map(idOf)).to.deep.equal([4, 5, 6, 7]);
      service.rows.unshift({ id: -1 });
      inserted.commit();
      await stable();
      expect([list.value().map(idOf), list.progress().total]).to.deep.equal([[3, 4, 5, 6], 11]);
    });

  it('leave one page, also where a row is confirmed before the page has come', async () => {
    const { list, page, service } = opened('offset');
    page.set({ index: 0, size: 1 });
    await rendered();
    const inserted = list.edit.insert({ id: 10 });
    service.rows.push({ id: 10 });
    inserted.commit();
    await stable();
    expect(list.value().map(idOf)).to.deep.equal([0]);
  });

  for (const cacheKey of ['rows', undefined])
    it(`change the rows that are shown until those of the next page arrive (cacheKey ${cacheKey})`, async () => {
      const { list, page, goTo, forget, service } = opened('offset', { cacheKey });
      await stable();
      service.lost = 'from=8';
      page.set({ index: 2, size: 4 });
      await rendered();
      const [removed, patched] = [list.edit.remove(1), list.edit.patch(2, () => ({ id: 22 }))];
      expect([list.value().map(idOf), list.isPrevious()]).to.deep.equal([[0, 22, 3], true]);
      patched.rollback();
      forget(1);
      removed.commit();
      expect([list.value().map(idOf), list.isPrevious()]).to.deep.equal([[0, 2, 3], true]);
      expect(await goTo(0)).to.deep.equal([0, 2, 3, 4]);
    });

  for (const type of ['insert', 'remove'] as const)
    it(`may be confirmed after the component has gone (${type})`, async () => {
      const { list, leave } = opened('offset', { prefetch: true });
      await stable();
      const edited = type === 'insert' ? list.edit.insert({ id: -1 }) : list.edit.remove(1);
      leave();
      expect(edited.commit).not.to.throw();
    });

  it('are not lost with a reload that has failed: the page is reloaded when it is shown again', async () => {
    const { list, goTo, service, failures } = opened('offset', { cacheKey: 'rows' });
    await stable();
    failures.set(1);
    const inserted = list.edit.insert({ id: -1 });
    service.rows.unshift({ id: -1 });
    inserted.commit();
    await stable();
    expect(list.error()?._tag).to.equal('HttpFailure');
    await goTo(1);
    expect(await goTo(0)).to.deep.equal([-1, 0, 1, 2]);
  });
});

describe('a row that is inserted into a page', () => {
  it('is shown behind the row with a key, and otherwise on the first page only', async () => {
    const { list, goTo, service } = opened('offset');
    await goTo(2);
    const [first, behind] = [
      list.edit.insert({ id: -1 }),
      list.edit.insert({ id: -2 }, { after: 8 }),
    ];
    expect(list.value().map(idOf)).to.deep.equal([8, -2, 9]);
    first.rollback();
    service.rows.splice(9, 0, { id: 20 });
    behind.commitAs({ id: 20 });
    expect(list.value().map(idOf)).to.deep.equal([8, 20, 9]);
    await stable();
    expect([list.value().map(idOf), list.progress().total]).to.deep.equal([[8, 20, 9], 11]);
    await goTo(0);
    list.edit.insert({ id: -3 });
    expect(list.value().map(idOf)).to.deep.equal([-3, 0, 1, 2, 3]);
  });
});

describe('pages that walkPage has loaded ahead', () => {
  for (const [what, group] of [
    ['take the room of one list in the cache', 'table'],
    ['take no room of lists in the cache where the table has no cacheKey', undefined],
  ] as const)
    it(what, () => {
      const cache = createListCache(2, 1_000);
      const keep = (name: string, own: string | undefined): void =>
        cache
          .open(undefined, name, undefined, own)
          .keep({ idle: of(undefined), keep: () => `rows of ${name}` });
      const [list, other] = ['list', 'other'];
      keep(list, list);
      keep(other, other);
      for (const page of [0, 1, 2]) keep(`table ${page}`, group);
      const kept = (name: string): unknown =>
        cache.open(undefined, name, undefined, undefined).kept;
      expect([list, other, 'table 0', 'table 1', 'table 2'].map(kept)).to.deep.equal([
        group === undefined ? 'rows of list' : undefined,
        'rows of other',
        undefined,
        'rows of table 1',
        'rows of table 2',
      ]);
      cache.destroy();
    });

  for (const cacheKey of ['rows', undefined])
    for (const [how, outdate] of Object.entries({
      'reload()': ({ list }: ReturnType<typeof opened>) => list.reload(),
      'reload({ clear: true })': ({ list }: ReturnType<typeof opened>) =>
        list.reload({ clear: true }),
      'clear()': ({ run }: ReturnType<typeof opened>) => run(injectListCache).clear(),
      'invalidate()': ({ run }: ReturnType<typeof opened>) =>
        run(injectListCache).invalidate(cacheKey ?? ''),
      'a removed row': ({ list }: ReturnType<typeof opened>) => list.edit.remove(1).commit(),
    }))
      it(`are dropped by ${how} (cacheKey ${cacheKey})`, async () => {
        const made = opened('offset', { prefetch: true, cacheKey });
        await made.goTo(1);
        await made.goTo(0);
        made.forget(1);
        outdate(made);
        await stable();
        await rendered();
        expect([made.list.value().map(idOf), made.list.progress().total]).to.deep.equal([
          [0, 2, 3, 4],
          9,
        ]);
        expect(await made.goTo(1)).to.deep.equal([5, 6, 7, 8]);
        expect(await made.goTo(2)).to.deep.equal([9]);
      });

  it('are dropped where the page is reloaded by itself', async () => {
    const made = opened('offset', { prefetch: true, refreshOn: ['visible'] });
    await made.goTo(1);
    await made.goTo(0);
    made.forget(1);
    made.document.dispatchEvent(new Event('visibilitychange'));
    await stable();
    expect(made.list.value().map(idOf)).to.deep.equal([0, 2, 3, 4]);
    expect(await made.goTo(1)).to.deep.equal([5, 6, 7, 8]);
  });

  it('are not waited for', async () => {
    const { service, requests, says } = opened('offset', { prefetch: true });
    service.lost = 'from=4';
    await stable();
    await stable();
    expect([says(), requests.length]).to.deep.equal([[[0, 1, 2, 3], 'idle'], 2]);
  });
});
