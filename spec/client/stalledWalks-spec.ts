import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { asyncScheduler, map, NEVER, type Observable, of, Subject, switchMap, timer } from 'rxjs';
import {
  createClient,
  listObjects,
  polite,
  stalledWalks,
  walkEach,
  withValve,
} from '../../src/index';
import type { Client, Transport, WalkEvent } from '../../src/index';
import { marbles } from '../support/marbles';
import { answer, list, ok, scriptedTransport } from '../support/scriptedTransport';

const page = (nextPageToken?: string) => ok({ data: [{ properties: {} }], nextPageToken });

/** Begins a walk a millisecond later: by then somebody listens. */
const begin = (walk: Observable<unknown>): unknown =>
  asyncScheduler.schedule(() => walk.subscribe(), 1);

describe('stalledWalks', () => {
  it(
    'emits once for each standstill, and not after the end',
    marbles(({ cold, expectObservable }) => {
      const { transport } = scriptedTransport(
        cold('-(a|)', { a: page('1') }),
        cold('9ms (a|)', { a: page('2') }),
        cold('--(a|)', { a: page() }),
      );
      const client = createClient({ transport });
      const stall = { walk: 1, endpoint: 'listObjects', label: 'nightly', pages: 1 };
      expectObservable(stalledWalks(client, { after: 5 }), '^ 50ms !').toBe('7ms x', { x: stall });
      begin(client.list({ ...list, label: 'nightly' }));
    }),
  );

  it('counts the pages that came before anybody listened, whatever is heard first', () => {
    for (const pages of [1, 2, 3]) {
      marbles(({ cold, expectObservable }) => {
        const before = Array.from({ length: pages }, (_, index) =>
          cold('-(a|)', { a: page(String(index)) }),
        );
        const { transport } = scriptedTransport(
          ...before,
          cold('8ms (a|)', { a: answer(503, {}) }),
          NEVER,
        );
        const client = createClient({ transport, retry: { baseDelay: 0 } });
        const stall = { walk: 1, endpoint: 'listObjects', pages };
        const late = timer(pages + 2).pipe(switchMap(() => stalledWalks(client, { after: 20 })));
        expectObservable(late, '^ 60ms !').toBe(`${pages + 29}ms x`, { x: stall });
        begin(client.list(list));
      })();
    }
  });

  it(
    'retries are signs of life, not of progress',
    marbles(({ cold, expectObservable }) => {
      const failing = cold('-(a|)', { a: answer(503, {}) });
      const client = createClient({
        transport: scriptedTransport(failing, failing, failing, failing, failing).transport,
        retry: { attempts: 5, baseDelay: 8, maxDelay: 8 },
      });
      const stall = { walk: 1, endpoint: 'listObjects', pages: 0 };
      expectObservable(stalledWalks(client, { after: 5 }), '^ 15ms !').toBe('6ms x', { x: stall });
      begin(client.list(list));
    }),
  );

  /** Each page takes 3 ms, of `pages`; the first response asks to wait, where `hold` says how long. */
  const paging = (pages: number, hold?: string): Transport => {
    let sent = 0;
    return () => {
      sent += 1;
      const body = ok({
        data: [{ properties: {} }],
        nextPageToken: sent < pages ? String(sent) : undefined,
      });
      const held = E.right({ status: 429, headers: { 'retry-after': hold ?? '' }, body: '' });
      return hold !== undefined && sent === 1 ? of(held) : timer(3).pipe(map(() => body));
    };
  };
  const limits = polite({ concurrent: 2 });
  const waiting: Readonly<
    Record<string, readonly [transport: Transport, walk: (client: Client) => Observable<unknown>]>
  > = {
    'its consumer': [
      paging(4),
      (client) =>
        withValve({ highWaterMark: 0 }, (valve) =>
          client.pages(listObjects, { ...list, valve }).pipe(valve.concatMap(() => timer(40))),
        ),
    ],
    'its children': [
      paging(9),
      (client) =>
        walkEach({
          parents: (at) => client.pages(listObjects, { ...list, ...at }),
          key: () => 1,
          children: (_, at) => client.pages(listObjects, { ...list, objectType: 'child', ...at }),
        }),
    ],
    'the time that its service asked for': [paging(3, '0.1'), (client) => client.list(list)],
    'a hold of polite': [limits(paging(3, '0.1')), (client) => client.list(list)],
  };
  for (const [what, [transport, walk]] of Object.entries(waiting)) {
    it(
      `issue 63: does not emit while a walk waits for ${what}`,
      marbles(({ expectObservable, flush }) => {
        const client = createClient({ transport, retry: { attempts: 2, baseDelay: 1 } });
        let ends = 0;
        client.events.subscribe(({ type }) => (ends += Number(type === 'end')));
        expectObservable(stalledWalks(client, { after: 5, limits }), '^ 900ms !').toBe('');
        begin(walk(client));
        flush();
        expect(ends).to.be.above(0);
      }),
    );
  }

  it(
    'tells walks apart, and leaves no timer when it is unsubscribed',
    marbles(({ expectObservable }) => {
      const client = createClient({ transport: () => NEVER });
      const stall = (walk: number) => ({
        walk,
        endpoint: 'listObjects',
        label: String(walk),
        pages: 0,
      });
      expectObservable(stalledWalks(client, { after: 5 }), '^ 20ms !').toBe('6ms (xy)', {
        x: stall(1),
        y: stall(2),
      });
      expectObservable(stalledWalks(client, { after: 5 }), '^ 5ms !').toBe('');
      begin(client.list({ ...list, label: '1' }));
      begin(client.list({ ...list, label: '2' }));
    }),
  );

  it('ends with the events, and refuses times that no timer can wait for', () => {
    const events = new Subject<WalkEvent>();
    let isComplete = false;
    stalledWalks({ events }, { after: 5 }).subscribe({ complete: () => (isComplete = true) });
    events.complete();
    expect(isComplete).to.equal(true);
    for (const after of [0, -1, NaN, Infinity, 2 ** 31, '5' as never]) {
      expect(() => stalledWalks({ events }, { after }), String(after)).to.throw(TypeError, 'after');
    }
  });
});
