import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { firstValueFrom, from, ignoreElements, map, Observable, of } from 'rxjs';
import {
  createClient,
  durable,
  endpoint,
  iterate,
  listObjects,
  orThrow,
  resumeFrom,
  toReadableStream,
  type Valve,
  walkCalls,
  walkEach,
  WalkFailure,
} from '../../src/index';
import { filePlaces } from '../../src/node/index';
import { at, byCursor, onePage, query } from '../../src/paging/index';
import { memoryService, type MemoryServiceOptions } from '../../src/testing/index';
import { collect, failureOf, pause } from '../support/collect';
import { inDirectory } from '../support/inDirectory';
import { answer, list, pagesOf, record, scriptedTransport } from '../support/scriptedTransport';

const Employee = t.type({ id: t.number });

/** A walk of pages, and the requests that were sent for it. */
const walking = (
  pages: ReadonlyArray<ReadonlyArray<unknown>>,
  options?: Parameters<typeof iterate>[3],
) => {
  const { transport, requests } = scriptedTransport(...pagesOf(pages));
  const client = createClient({ transport, retry: false });
  return {
    objects: iterate(client, listObjects, { ...list, properties: Employee }, options),
    requests,
  };
};

/** The ids that a loop takes, and what it throws. */
const looped = async (objects: AsyncIterable<{ readonly properties: unknown }>) => {
  const ids: Array<unknown> = [];
  try {
    for await (const { properties } of objects)
      ids.push((properties as { readonly id: unknown }).id);
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

  it('aborts the request in flight on break, an abort of its signal, the end of await using, and cancel() of a web stream', async () => {
    let aborted = 0;
    const pages = pagesOf([[record(1)], [record(2)]]);
    const client = () => {
      const { transport } = scriptedTransport(...pages);
      let sent = 0;
      return createClient({
        transport: (request) =>
          sent++ === 0 ? transport(request) : new Observable(() => () => aborted++),
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
    const reader = toReadableStream((valve) =>
      client()
        .list({ ...list, valve })
        .pipe(orThrow()),
    ).getReader();
    await reader.read();
    const fourth = reader.read();
    await reader.cancel();
    expect(await fourth).to.have.property('done', true);
    expect(aborted).to.equal(4);
  });

  it('law 7: throws what ends the walk as a WalkFailure, behind the objects before it, however many of them wait', async () => {
    for (const highWaterMark of [0, 9]) {
      const { transport } = scriptedTransport(
        ...pagesOf([[record(1), record(2)], []]).slice(0, 1),
        answer(500, {}),
      );
      const client = createClient({ transport, retry: false });
      const { ids, error } = await looped(iterate(client, listObjects, list, { highWaterMark }));
      expect(ids).to.deep.equal([1, 2]);
      expect(causeOf(error)).to.deep.include({ _tag: 'HttpFailure', status: 500 });
      expect(causeOf(error)).to.have.nested.property('progress.objects', 2);
      expect(O.isSome(resumeFrom(causeOf(error) as Parameters<typeof resumeFrom>[0]))).to.equal(
        true,
      );
    }
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
    const skipped = await looped(
      walking(pages, { onInvalid: ({ index }) => seen.push(index) }).objects,
    );
    expect(skipped).to.deep.equal({ ids: [1, 3, 5] });
    expect(seen).to.deep.equal([1, 0]);
  });

  it('takes no params where an endpoint needs none, as the walk of a client does', async () => {
    const all = endpoint({ name: 'all', method: 'GET', path: '/all', paging: onePage() });
    const { transport } = scriptedTransport(answer(200, { data: [1, 2] }));
    // As a program in JavaScript calls it.
    const without = iterate as unknown as (
      ...given: ReadonlyArray<unknown>
    ) => AsyncIterable<unknown>;
    const found: Array<unknown> = [];
    for await (const number of without(createClient({ transport }), all)) found.push(number);
    expect(found).to.deep.equal([1, 2]);
  });

  it('throws params that are wrong the same way, and sends nothing: it has a valve of its own', async () => {
    const { transport, requests } = scriptedTransport();
    const params = { ...list, valve: { ready: of(undefined) } } as typeof list;
    const { error } = await looped(iterate(createClient({ transport }), listObjects, params));
    expect(causeOf(error)).to.have.property('_tag', 'InvalidRequest');
    expect(causeOf(error)).to.have.nested.property('problems[0].at', 'valve');
    expect(requests).to.have.length(0);
  });
});

describe('law 43: iterate over pages, and over streams', () => {
  /** Pages 0 to 2 by calls, and the cursors that were asked for. */
  const calling = (last = 2) => {
    const asked: Array<number> = [];
    const walk = (start: object = {}) =>
      walkCalls({
        ...start,
        name: 'numbers',
        call: (cursor: number | undefined) => {
          asked.push(cursor ?? 0);
          return of(cursor ?? 0);
        },
        items: (page) => [page, page + 0.5],
        next: (page) => (page < last ? page + 1 : undefined),
        codec: t.number,
      });
    return { walk, asked };
  };
  const invalid = E.left({ _tag: 'InvalidObject' as const });

  it('gives the pages of an endpoint, and asks for the next one when a page is taken', async () => {
    const pages = pagesOf([[record(1), record('two')], [record(3)], []]);
    const { transport, requests } = scriptedTransport(...pages);
    const params = { ...list, properties: Employee };
    const seen: Array<unknown> = [];
    for await (const { data, place } of iterate.pages(
      createClient({ transport }),
      listObjects,
      params,
    )) {
      seen.push(data.map(E.isRight), requests.length);
      if (place.pages === 2) break;
    }
    expect(seen).to.deep.equal([[true, false], 2, [true], 3]);
    expect(requests).to.have.length(3);
    const wrong = iterate.pages(createClient({ transport }), listObjects, {
      ...list,
      valve: 1,
    } as typeof list);
    expect(causeOf(await wrong.next().catch((error: unknown) => error))).to.have.nested.property(
      'problems[0].at',
      'valve',
    );
  });

  it('paces a walk over calls, page by page and object by object', async () => {
    const pages = calling();
    const seen: Array<unknown> = [];
    for await (const page of iterate.pages((valve) => pages.walk({ valve })))
      seen.push(page.data.length, [...pages.asked]);
    expect(seen).to.deep.equal([2, [0, 1], 2, [0, 1, 2], 2, [0, 1, 2]]);
    const objects = calling();
    for await (const object of iterate((valve) => objects.walk({ valve })))
      if (object.toFixed(1) === '1.0') break;
    expect(objects.asked).to.deep.equal([0, 1]);
  });

  it('paces pages of a client: 500 are not asked for after the first next()', async () => {
    const pages = pagesOf(Array.from({ length: 500 }, (_, id) => [record(id)]));
    const { transport, requests } = scriptedTransport(...pages);
    const client = createClient({ transport });
    const loop = iterate.pages((valve) => client.pages(listObjects, { ...list, valve }));
    expect(requests).to.have.length(0);
    await loop.next();
    expect(requests).to.have.length(2);
    await loop.return?.();
  });

  it('paces walkEach: parents and children', async () => {
    const children: Array<number> = [];
    const { walk } = calling();
    const pages = iterate.pages((valve) =>
      walkEach({
        valve,
        parents: walk,
        key: (parent) => parent,
        children: (parent, at) => {
          children.push(parent);
          return calling().walk(at);
        },
      }),
    );
    for await (const { parent, place } of pages) if (parent === 0.5 && place.pages === 4) break;
    expect(children).to.deep.equal([0, 0.5]);
  });

  it('is a TypeError for a stream, and for one that gives a value before it has waited for the valve', async () => {
    const { walk } = calling();
    const form = 'iterate((valve) => walkCalls({ …, valve }))';
    const loops: ReadonlyArray<(given: never) => AsyncIterator<unknown>> = [iterate, iterate.pages];
    for (const method of loops) {
      expect(() => method(walk() as never)).to.throw(TypeError, form);
      expect(() => method(walk() as never)).to.throw('iterate((valve) => durable({ …, valve }))');
      for (const stream of [() => walk(), () => of(E.right(1)), () => of(invalid, E.right(1))])
        expect(await failureOf(method(stream as never).next()))
          .to.include('TypeError')
          .and.include(form);
    }
    const ended = iterate((() => of(E.left({ _tag: 'TimedOut' }))) as never).next();
    expect(causeOf(await ended.catch((error: unknown) => error))).to.have.property(
      '_tag',
      'TimedOut',
    );
    expect(await iterate(({ ready }) => ready.pipe(ignoreElements())).next()).to.have.property(
      'done',
      true,
    );
  });

  it('hears what is in doubt in every form', async () => {
    const things = endpoint({
      name: 'things',
      method: 'GET',
      path: '/things',
      items: at('items'),
      paging: byCursor({ from: at('next'), to: query('cursor') }),
    });
    const client = createClient({
      transport: memoryService({
        routes: { 'GET /things': () => ({ body: { items: [{ id: 1 }] } }) },
      }).transport,
    });
    const heard: Array<unknown> = [];
    const onDoubt = (doubt: object) => heard.push('unseen' in doubt);
    const read = async (loop: AsyncIterable<unknown>) => {
      for await (const value of loop) heard.push({ value });
    };
    const walk = (at: object) => client.pages(things, at);
    await read(iterate(client, things, {}, { onDoubt }));
    await read(iterate.pages(client, things, {}, { onDoubt }));
    await read(iterate((valve) => walk({ valve }), { onDoubt }));
    await read(iterate.pages((valve) => walk({ valve }), { onDoubt }));
    await inDirectory(async (folder) => {
      const durably = (valve: Valve) =>
        durable({ id: 'x', places: filePlaces(folder), pages: walk, work: () => [], valve });
      await read(iterate(durably, { onDoubt }));
    });
    expect(heard.filter((what) => what === true)).to.have.length(5);
    expect(heard.filter((what) => typeof what === 'object')).to.have.length(5);
  });

  it('gives the places that durable kept at the pace of the loop, and throws what ends it', async () => {
    await inDirectory(async (folder) => {
      const places = filePlaces(folder);
      const { walk } = calling();
      const run = (valve: Valve, options?: object) =>
        durable({ id: 'numbers', places, pages: walk, work: () => [], valve, ...options });
      const kept: Array<number> = [];
      const first = iterate.pages((valve) => run(valve));
      expect(O.isNone(await places.get('numbers'))).to.equal(true);
      const begun = await first.next();
      if (begun.done !== true) kept.push(begun.value.pages);
      for await (const place of first) kept.push(place.pages);
      for await (const place of iterate((valve) => run(valve))) kept.push(place.pages);
      expect(kept).to.deep.equal([1, 2, 3, 3]);
      const many = calling(50);
      const held = iterate.pages((valve) => run(valve, { id: 'many', pages: many.walk }));
      await held.next();
      await pause(50);
      // One that the loop has not taken, one in work, and one that waits for it.
      expect(many.asked.length).to.be.at.most(4);
      await held.return?.();
      await firstValueFrom(from(places.claim('held')));
      const busy = iterate.pages((valve) =>
        run(valve, { id: 'held', claim: { ifOlderThan: 60_000 } }),
      );
      expect(causeOf(await busy.next().catch((error: unknown) => error))).to.have.property(
        '_tag',
        'Busy',
      );
    });
  });

  for (const data of [{ title: 'a' }, 'abc', ['a'], []]) {
    it(`gives the objects of a stream as they are, also with a field data: ${JSON.stringify(data)}`, async () => {
      const posts = endpoint({
        name: 'posts',
        method: 'GET',
        path: '/posts',
        items: at(),
        paging: onePage(),
      });
      const routes = { 'GET /posts': () => ({ body: [{ data }, { data }] }) };
      const client = createClient({ transport: memoryService({ routes }).transport });
      const seen: Array<unknown> = [];
      for await (const post of iterate((valve) => client.objects(posts, { valve })))
        seen.push(post);
      expect(seen).to.deep.equal([{ data }, { data }]);
    });
  }

  it('throws an invalid object of a stream, or skips it', async () => {
    const mixed = (valve: Valve) =>
      valve.ready.pipe(
        map(() =>
          E.right({ data: [E.right(1), E.left({ _tag: 'InvalidObject' as const }), E.right(2)] }),
        ),
      );
    const seen: Array<unknown> = [];
    for await (const object of iterate(mixed, { onInvalid: ({ _tag }) => seen.push(_tag) }))
      seen.push(object);
    expect(seen).to.deep.equal(['InvalidObject', 1, 2]);
    const loop = iterate(mixed);
    await loop.next();
    expect(causeOf(await loop.next().catch((error: unknown) => error))).to.have.property(
      '_tag',
      'InvalidObject',
    );
  });
});

describe('law 40: onePage', () => {
  const labels = endpoint({
    name: 'labels',
    method: 'GET',
    path: '/labels',
    items: at(),
    paging: onePage(),
  });
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
