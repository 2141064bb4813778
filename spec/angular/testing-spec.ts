import '@angular/compiler';
import { inject, signal } from '@angular/core';
import { listOver } from './support/lists';
import { expect } from 'chai';
import { injectPagewalk, walkPage, walkResource } from '../../src/angular/index';
import * as entry from '../../src/angular/testing/index';
import {
  PagewalkTesting,
  type PagewalkTestingOptions,
  providePagewalkTesting,
} from '../../src/angular/testing/index';
import { endpoint } from '../../src/model/endpoints/endpoint';
import { at, byOffset, byPageNumber, query } from '../../src/paging';
import { paged } from '../../src/testing/paged';
import { application, stable, tick } from './support/angular';

const pages = [[{ id: 1 }, { id: 2 }], [{ id: 3 }], [{ id: 4 }]];

const listOf = (
  options: Partial<PagewalkTestingOptions> = {},
  endpoint: 'list' | 'search' = 'list',
) => {
  const app = application(providePagewalkTesting({ pages, ...options }));
  const list = app.run(() => {
    const client = injectPagewalk();
    return listOver((pace) =>
      endpoint === 'list'
        ? client.list({ ontologyRid: 'o', objectType: 't', ...pace })
        : client.search({ apiFamily: 'f', objectType: 't', ...pace }),
    );
  });
  return { ...app, list, service: app.run(() => inject(PagewalkTesting)) };
};

const ids = ({ list }: ReturnType<typeof listOf>) =>
  list.value().map(({ properties }) => properties.id);

/** Lets a list begin: it is not stable while it waits for a page. */
const begun = () => Promise.resolve();

describe('pagewalk/angular/testing', () => {
  it('exports these names', () =>
    expect(Object.keys(entry).sort()).to.deep.equal(['PagewalkTesting', 'providePagewalkTesting']));

  for (const endpoint of ['list', 'search'] as const) {
    it(`lets a test of ${endpoint} say "now page 2 comes"`, async () => {
      const shown = listOf({}, endpoint);
      const { list, service } = shown;
      await begun();
      expect([list.status(), service.waiting.length]).to.deep.equal(['loading', 1]);
      service.send({ page: 1 });
      await stable();
      expect([list.status(), ids(shown), service.waiting]).to.deep.equal(['idle', [1, 2], []]);
      list.loadMore();
      expect(service.waiting).to.deep.equal([service.requests[1]]);
      service.send({ page: 2 });
      await stable();
      list.loadMore();
      service.send({ page: 3 });
      await stable();
      expect([list.status(), ids(shown), service.requests.length]).to.deep.equal([
        'end',
        [1, 2, 3, 4],
        3,
      ]);
    });
  }

  it('answers own endpoints by routes, page by page', async () => {
    const issues = endpoint({
      name: 'issues',
      method: 'GET',
      path: '/issues',
      items: at('items'),
      paging: byPageNumber({ to: query('page'), total: at('total') }),
    });
    const app = application(
      providePagewalkTesting({
        routes: { 'GET /issues': paged([{ id: 1 }, { id: 2 }, { id: 3 }], { size: 2 }) },
      }),
    );
    const list = app.run(() =>
      walkResource({ stream: ({ client }) => client.objects(issues, {}) }),
    );
    const service = app.run(() => inject(PagewalkTesting));
    await service.requested({ page: 1 });
    service.send({ page: 1 });
    await stable();
    expect([list.value().length, list.progress().total]).to.deep.equal([2, 3]);
    list.loadMore();
    service.fail(503);
    await stable();
    list.loadMore();
    service.send({ page: 2 });
    await stable();
    expect([list.status(), list.value().length]).to.deep.equal(['end', 3]);
  });

  for (const [what, paging] of Object.entries({
    offset: byOffset({ to: query('from'), total: at('total') }),
    number: byPageNumber({ to: query('p'), total: at('total') }),
  }))
    it(`answers the request for a page, in whatever order they are asked for, and by its address (${what})`, async () => {
      const rows = endpoint({
        name: 'rows',
        method: 'GET',
        path: '/rows',
        items: at('items'),
        paging,
        pageSize: query('n'),
      });
      const names = { offset: 'from', page: 'p', limit: 'n' };
      const all = Array.from({ length: 9 }, (_, id) => ({ id }));
      const app = application(
        providePagewalkTesting({ routes: { 'GET /rows': paged(all, { size: 5, names }) } }),
      );
      const index = signal(3);
      const list = app.run(() =>
        walkPage({
          page: () => ({ index: index(), size: 2 }),
          stream: ({ client, page: { size } }) => client.objects(rows, { pageSize: size }),
          prefetch: true,
        }),
      );
      const service = app.run(() => inject(PagewalkTesting));
      tick();
      await service.requested({ page: 4 });
      expect(() => {
        service.send({ page: 1 });
      }).to.throw('page 1 was not asked for: page 4 is waited for');
      service.send({ page: 4 });
      await stable();
      expect(list.value()).to.deep.equal([{ id: 6 }, { id: 7 }]);
      // Loaded ahead: nothing waits for it.
      await service.requested({ page: 5 });
      index.set(0);
      tick();
      await service.requested({ page: 1 });
      service.fail(503, { url: /rows\?n=2$/ });
      await stable();
      expect(list.error()).to.include({ status: 503 });
      list.retry();
      service.send({ url: 'rows?n=2' });
      await stable();
      expect(list.value()).to.deep.equal([{ id: 0 }, { id: 1 }]);
    });

  it('lets it say "now it fails": with a status, as a transport does, or because the page token has expired', async () => {
    const shown = listOf();
    const { list, service } = shown;
    await begun();
    service.fail(503);
    await stable();
    expect(list.error()).to.include({ _tag: 'HttpFailure', status: 503 });
    list.retry();
    service.fail({ _tag: 'NetworkFailure', reason: 'offline' });
    await stable();
    expect(list.error()?._tag).to.equal('NetworkFailure');
    list.retry();
    service.send({ page: 1 });
    await stable();
    list.loadMore();
    service.expire();
    await stable();
    expect([list.error()?._tag, ids(shown)]).to.deep.equal(['PageTokenExpired', [1, 2]]);
  });

  it('says what is waited for where a test says something else', async () => {
    const { service, leave } = listOf();
    expect(() => {
      service.fail(503);
    }).to.throw('a page was not asked for: nothing is waited for');
    await begun();
    expect(() => {
      service.send({ page: 2 });
    }).to.throw('page 2 was not asked for: page 1 is waited for');
    leave();
    expect(service.waiting).to.deep.equal([]);
  });

  it('answers by itself where it is told to, and differently for walks that differ', async () => {
    const shown = listOf({
      atOnce: true,
      pages: ({ url }) => (url.includes('/t') ? [[{ id: 9 }]] : []),
    });
    await stable();
    expect([shown.list.status(), ids(shown)]).to.deep.equal(['end', [9]]);
  });

  it('waits until a page is asked for: walkResource begins with the next render', async () => {
    const app = application(providePagewalkTesting({ pages }));
    const service = app.run(() => inject(PagewalkTesting));
    const list = app.run(() => {
      const client = injectPagewalk();
      return walkResource({
        client,
        stream: (request) => request.client.list({ ontologyRid: 'o', objectType: 't' }),
      });
    });
    await service.requested({ page: 1 });
    service.send({ page: 1 });
    await stable();
    expect(list.value()).to.have.lengthOf(2);
    list.loadMore();
    const both = [service.requested({ page: 2 }), service.requested({ page: 2 })];
    await Promise.all(both);
    service.fail(503);
    await stable();
    expect(list.error()).to.include({ status: 503 });
  });

  it('says what is waited for where a page is not asked for in time', async () => {
    const { service } = listOf();
    await begun();
    const thrown = await service.requested({ page: 2 }, 5).catch(String);
    expect(thrown).to.equal('Error: page 2 was not asked for within 5 ms: page 1 is waited for');
  });
});
