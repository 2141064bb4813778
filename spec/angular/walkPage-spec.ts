import '@angular/compiler';
import { ErrorHandler, signal } from '@angular/core';
import { expect } from 'chai';
import * as t from 'io-ts';
import { delay, of } from 'rxjs';
import { providePagewalk } from '../../src/angular/providePagewalk';
import { walkPage } from '../../src/angular/walkPage';
import { endpoint } from '../../src/model/endpoints/endpoint';
import { at, byCursor, byOffset, byPageNumber, query } from '../../src/paging';
import type { Transport } from '../../src/transport/Transport';
import { answer, ok } from '../support/scriptedTransport';
import { application, rendered, stable } from './support/angular';

const described = { name: 'rows', method: 'GET', path: '/rows', items: at('data'), pageSize: query('limit') } as const;
const total = at('meta', 'count');
const fields = { sort: t.string };
const schemes = {
  offset: endpoint({ ...described, fields, paging: byOffset({ to: query('from'), total }) }),
  number: endpoint({ ...described, fields, paging: byPageNumber({ to: query('page'), total }) }),
  cursor: endpoint({ ...described, fields, paging: byCursor({ from: at('next'), to: query('cursor') }) }),
};

/** Ten rows, which can be sorted. */
const all = Array.from({ length: 10 }, (_, id) => ({ id }));

const opened = (scheme: keyof typeof schemes, options: { readonly prefetch?: boolean } = {}) => {
  const [page, sort, failures] = [signal({ index: 0, size: 4 }), signal('up'), signal(0)];
  const requests: Array<string> = [];
  const transport: Transport = ({ url }) => {
    const { search, searchParams } = new URL(url, 'http://host');
    requests.push(search);
    if (failures() > 0) {
      failures.update((left) => left - 1);
      return of(answer(503, {}));
    }
    const from = Number(searchParams.get('from') ?? 4 * (Number(searchParams.get('page') ?? 1) - 1));
    const sorted = searchParams.get('sort') === 'down' ? [...all].reverse() : all;
    return of(ok({ data: sorted.slice(from, from + 4), meta: { count: 10 } })).pipe(delay(0));
  };
  const errors: Array<unknown> = [];
  const app = application(providePagewalk({ transport, retry: false }), {
    provide: ErrorHandler,
    useValue: { handleError: (error: unknown) => errors.push(error) },
  });
  const list = app.run(() =>
    walkPage({
      params: () => ({ sort: sort() }),
      page: () => page(),
      stream: ({ params, page: { size }, client }) => client.objects(schemes[scheme], { ...params, pageSize: size }),
      ...options,
    }),
  );
  const says = () => [list.value().map(({ id }) => id), list.status()];
  return { list, page, sort, failures, requests, errors, says };
};

describe('walkPage', () => {
  for (const scheme of ['offset', 'number'] as const)
    it(`shows one page, and follows the page, sort and filter (${scheme})`, async () => {
      const { list, page, sort, requests, says } = opened(scheme);
      await stable();
      expect([...says(), list.progress().total, list.hasMore()]).to.deep.equal([[0, 1, 2, 3], 'idle', 10, true]);
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
    const { page, requests, says } = opened('offset', { prefetch: true });
    await stable();
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
    page.set({ index: -1, size: 4 });
    await stable();
    expect([list.status(), String(errors[1])]).to.deep.equal(['error', String(errors[1])]);
    expect(String(errors[1])).to.match(/index of 0 or more/);
  });
});
