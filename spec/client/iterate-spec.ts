import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { NEVER, Observable, of } from 'rxjs';
import { createClient, endpoint, iterate, listObjects, resumeFrom, WalkFailure } from '../../src/index';
import { at, onePage } from '../../src/paging/index';
import { memoryService, type MemoryServiceOptions } from '../../src/testing/index';
import { collect } from '../support/collect';
import { pagesOf, scriptedTransport } from '../support/scriptedTransport';

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const record = (id: unknown) => ({ properties: { id } });
const Employee = t.type({ id: t.number });

/** A walk of pages, and the requests that were sent for it. */
const walking = (pages: ReadonlyArray<ReadonlyArray<unknown>>, options?: Parameters<typeof iterate>[3]) => {
  const { transport, requests } = scriptedTransport(...pagesOf(pages));
  const client = createClient({ transport, retry: false });
  return { objects: iterate(client, listObjects, { ...list, properties: Employee }, options), requests };
};

/** The ids that a loop takes, and what it throws. */
const looped = async (objects: AsyncIterable<{ readonly properties: unknown }>) => {
  const ids: Array<unknown> = [];
  try {
    for await (const { properties } of objects) ids.push((properties as { readonly id: unknown }).id);
  } catch (error) {
    return { ids, error };
  }
  return { ids };
};

const causeOf = (error: unknown): unknown => (error instanceof WalkFailure ? error.cause : error);

describe('law 40: iterate', () => {
  it('gives the objects one by one, asks for nothing before next() and for a page when those before it are taken', async () => {
    const { objects, requests } = walking([[record(1), record(2)], [record(3)]]);
    const sent: Array<number> = [requests.length];
    for await (const { properties } of objects) sent.push(properties.id, requests.length);
    expect(sent).to.deep.equal([0, 1, 1, 2, 2, 3, 2]);
  });

  it('aborts the request in flight on break, on an abort of its signal, and at the end of await using', async () => {
    let aborted = 0;
    const pages = pagesOf([[record(1)], [record(2)]]);
    const client = () => {
      const { transport } = scriptedTransport(...pages);
      let sent = 0;
      return createClient({
        transport: (request) => (sent++ === 0 ? transport(request) : new Observable(() => () => aborted++)),
      });
    };
    for await (const object of iterate(client(), listObjects, list, { highWaterMark: 1 }))
      if ('properties' in object) break;
    expect(aborted).to.equal(1);
    const controller = new AbortController();
    const { signal } = controller;
    const objects = iterate(client(), listObjects, list, { signal });
    await objects.next();
    const second = objects.next();
    controller.abort(new Error('enough'));
    expect(await second.catch(String)).to.equal('Error: enough');
    expect(aborted).to.equal(2);
    const used = iterate(client(), listObjects, list);
    await used.next();
    const third = used.next();
    await (used as object as AsyncDisposable)[Symbol.asyncDispose]();
    expect(await third).to.have.property('done', true);
    expect(aborted).to.equal(3);
  });

  it('throws what ends the walk as a WalkFailure, behind the objects before it', async () => {
    const { transport } = scriptedTransport(
      ...pagesOf([[record(1), record(2)], []]).slice(0, 1),
      E.right({ status: 500, headers: {}, body: '' }),
    );
    const client = createClient({ transport, retry: false });
    const { ids, error } = await looped(iterate(client, listObjects, list, { highWaterMark: 9 }));
    expect(ids).to.deep.equal([1, 2]);
    expect(causeOf(error)).to.deep.include({ _tag: 'HttpFailure', status: 500 });
    expect(O.isSome(resumeFrom(causeOf(error) as Parameters<typeof resumeFrom>[0]))).to.equal(true);
  });

  it('throws the first invalid object, in its place; with onInvalid it is skipped', async () => {
    const pages = [
      [record(1), record('two'), record(3)],
      [record('four'), record(5)],
    ];
    const thrown = await looped(walking(pages).objects);
    expect(thrown.ids).to.deep.equal([1]);
    expect(causeOf(thrown.error)).to.deep.include({ _tag: 'InvalidObject', index: 1 });
    const seen: Array<number> = [];
    const skipped = await looped(walking(pages, { onInvalid: ({ index }) => seen.push(index) }).objects);
    expect(skipped).to.deep.equal({ ids: [1, 3, 5] });
    expect(seen).to.deep.equal([1, 0]);
  });

  const wrong: ReadonlyArray<readonly [params: object, at: string]> = [
    [{ objectType: 'employee' }, 'ontologyRid'],
    [{ ...list, pageSize: 0 }, 'pageSize'],
    [{ ...list, strange: 1 }, 'strange'],
    [{ ...list, valve: { ready: of(undefined) } }, 'valve'],
  ];
  for (const [params, at] of wrong) {
    it(`throws params that are wrong the same way, and sends nothing: ${at}`, async () => {
      const { transport, requests } = scriptedTransport();
      const objects = iterate(createClient({ transport }), listObjects, params as typeof list);
      const { error } = await looped(objects);
      expect(causeOf(error)).to.have.property('_tag', 'InvalidRequest');
      expect(causeOf(error)).to.have.nested.property('problems[0].at', at);
      expect(requests).to.have.length(0);
    });
  }

  it('refuses options that it does not know', () => {
    const client = createClient({ transport: () => NEVER });
    expect(() => iterate(client, listObjects, list, { onError: () => undefined } as never)).to.throw(
      TypeError,
      'onError',
    );
  });
});

describe('law 40: onePage', () => {
  const labels = endpoint({ name: 'labels', method: 'GET', path: '/labels', items: at(), paging: onePage() });
  const walk = (body: unknown, params: object = {}) => {
    const routes: MemoryServiceOptions['routes'] = { 'GET /labels': () => ({ body }) };
    const service = memoryService({ routes });
    let requests = 0;
    service.exchanges.subscribe(() => (requests += 1));
    const client = createClient({ transport: service.transport });
    return { pages: collect(client.pages(labels, params)), sent: () => requests };
  };

  it('ends with its first page, also an empty one', async () => {
    for (const body of [['a', 'b'], []]) {
      const { pages, sent } = walk(body);
      expect(await pages).to.have.length(1);
      expect((await pages)[0]).to.have.nested.property('right.place.isLast', true);
      expect((await pages)[0]).to.have.nested.property('right.data.length', body.length);
      expect(sent()).to.equal(1);
    }
  });

  it('takes no pageToken, and sends nothing from its last place', async () => {
    const given = walk([], { pageToken: 'x' });
    expect((await given.pages)[0]).to.have.nested.property('left._tag', 'InvalidRequest');
    const [first] = await walk(['a']).pages;
    const resumed = walk(['a'], { place: (first as { right: { place: unknown } }).right.place });
    expect(await resumed.pages).to.deep.equal([]);
    expect(given.sent() + resumed.sent()).to.equal(0);
  });
});
