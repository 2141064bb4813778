import { expect } from 'chai';
import { asyncScheduler, NEVER, type Observable, Subject, switchMap, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { createClient, stalledWalks } from '../../src/index';
import type { WalkEvent } from '../../src/client/WalkEvent';
import { answer, ok, scriptedTransport } from '../support/scriptedTransport';

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const page = (nextPageToken?: string) => ok({ data: [{ properties: {} }], nextPageToken });

const inVirtualTime = (run: (helpers: Parameters<Parameters<TestScheduler['run']>[0]>[0]) => void): void => {
  new TestScheduler((actual, expected) => {
    expect(actual).to.deep.equal(expected);
  }).run(run);
};

/** Begins a walk a millisecond later: by then somebody listens. */
const begin = (walk: Observable<unknown>): unknown => asyncScheduler.schedule(() => walk.subscribe(), 1);

describe('stalledWalks', () => {
  it('emits once for each standstill, and not after the end', () =>
    inVirtualTime(({ cold, expectObservable }) => {
      const { transport } = scriptedTransport(
        cold('-(a|)', { a: page('1') }),
        cold('9ms (a|)', { a: page('2') }),
        cold('--(a|)', { a: page() }),
      );
      const client = createClient({ transport });
      const stall = { walk: 1, endpoint: 'listObjects', label: 'nightly', pages: 1 };
      expectObservable(stalledWalks(client, { after: 5 }), '^ 50ms !').toBe('7ms x', { x: stall });
      begin(client.list({ ...list, label: 'nightly' }));
    }));

  it('counts the pages that came before anybody listened, whatever is heard first', () => {
    for (const pages of [1, 2, 3]) {
      inVirtualTime(({ cold, expectObservable }) => {
        const before = Array.from({ length: pages }, (_, index) => cold('-(a|)', { a: page(String(index)) }));
        const { transport } = scriptedTransport(...before, cold('8ms (a|)', { a: answer(503, {}) }), NEVER);
        const client = createClient({ transport, retry: { baseDelay: 0 } });
        const stall = { walk: 1, endpoint: 'listObjects', pages };
        const late = timer(pages + 2).pipe(switchMap(() => stalledWalks(client, { after: 20 })));
        expectObservable(late, '^ 60ms !').toBe(`${pages + 29}ms x`, { x: stall });
        begin(client.list(list));
      });
    }
  });

  it('retries are signs of life, not of progress', () =>
    inVirtualTime(({ cold, expectObservable }) => {
      const failing = cold('-(a|)', { a: answer(503, {}) });
      const client = createClient({
        transport: scriptedTransport(failing, failing, failing, failing, failing).transport,
        retry: { attempts: 5, baseDelay: 8, maxDelay: 8 },
      });
      const stall = { walk: 1, endpoint: 'listObjects', pages: 0 };
      expectObservable(stalledWalks(client, { after: 5 }), '^ 15ms !').toBe('6ms x', { x: stall });
      begin(client.list(list));
    }));

  it('tells walks apart, and leaves no timer when it is unsubscribed', () =>
    inVirtualTime(({ expectObservable }) => {
      const client = createClient({ transport: () => NEVER });
      const stall = (walk: number) => ({ walk, endpoint: 'listObjects', label: String(walk), pages: 0 });
      expectObservable(stalledWalks(client, { after: 5 }), '^ 20ms !').toBe('6ms (xy)', { x: stall(1), y: stall(2) });
      expectObservable(stalledWalks(client, { after: 5 }), '^ 5ms !').toBe('');
      begin(client.list({ ...list, label: '1' }));
      begin(client.list({ ...list, label: '2' }));
    }));

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
