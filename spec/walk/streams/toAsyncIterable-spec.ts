import { expect } from 'chai';
import fc from 'fast-check';
import { getEventListeners } from 'node:events';
import {
  asapScheduler,
  concat,
  finalize,
  from,
  NEVER,
  Observable,
  observeOn,
  of,
  range,
  tap,
  throwError,
} from 'rxjs';
import {
  createClient,
  orThrow,
  type PullOptions,
  toAsyncIterable as paced,
  type Valve,
} from '../../../src/index';
import { list, pagesOf, scriptedTransport } from '../../support/scriptedTransport';

/** Streams of values that are there need no valve. */
const toAsyncIterable = paced as <T>(
  build: (valve: Valve) => Observable<T>,
  options?: PullOptions,
) => AsyncIterableIterator<T> & AsyncDisposable;

const walk = (options: PullOptions = {}) => {
  const { transport, requests } = scriptedTransport(...pagesOf([[{ properties: {} }]]));
  const client = createClient({ transport });
  return {
    objects: toAsyncIterable((valve) => client.list({ ...list, valve }).pipe(orThrow()), options),
    requests,
  };
};

describe('toAsyncIterable', () => {
  it('any values in any rhythm come in their order, also to calls of next() in parallel', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer()),
        fc.boolean(),
        fc.integer({ min: 1, max: 5 }),
        async (values, later, width) => {
          const source = later ? from(values).pipe(observeOn(asapScheduler)) : from(values);
          const iterator = toAsyncIterable(() => source);
          const taken: Array<number> = [];
          for (;;) {
            const results = await Promise.all(Array.from({ length: width }, () => iterator.next()));
            taken.push(
              ...results.flatMap((result) => (result.done === true ? [] : [result.value])),
            );
            if (results.some(({ done }) => done)) break;
          }
          expect(taken).to.deep.equal(values);
          expect(await iterator.next()).to.deep.equal({ done: true, value: undefined });
        },
      ),
    ));

  it('law 10: 100,000 values that are there at once', async () => {
    let sum = 0;
    for await (const value of toAsyncIterable(() => range(0, 100_000))) sum += value;
    expect(sum).to.equal((100_000 * 99_999) / 2);
  });

  describe('law 9: leaving', () => {
    const leaving = () => {
      let left = 0;
      const source = new Observable<number>((subscriber) => {
        subscriber.next(1);
        return () => left++;
      });
      return { iterator: toAsyncIterable(() => source), left: () => left };
    };

    it('return() settles a pending next() and ends the iteration', async () => {
      const { iterator, left } = leaving();
      await iterator.next();
      const pending = iterator.next();
      expect(await iterator.return?.()).to.deep.equal({ done: true, value: undefined });
      expect(await pending).to.deep.equal({ done: true, value: undefined });
      expect(await iterator.next()).to.deep.equal({ done: true, value: undefined });
      expect(left()).to.equal(1);
    });

    it('throw() rejects with what it was given, and settles a pending next()', async () => {
      const { iterator, left } = leaving();
      await iterator.next();
      const pending = iterator.next();
      const thrown = iterator.throw?.(new Error('mine')).catch((error: unknown) => error);
      expect(await thrown).to.have.property('message', 'mine');
      expect(await pending).to.have.property('done', true);
      expect(left()).to.equal(1);
    });

    it('return() before the first next() sends nothing, ever', async () => {
      const { objects, requests } = walk();
      await objects.return?.();
      expect(await objects.next()).to.have.property('done', true);
      expect(requests).to.have.length(0);
    });

    it('return() inside a synchronous source stops it there', async () => {
      let produced = 0;
      const iterator: AsyncIterator<number> = toAsyncIterable(() =>
        range(1, 1_000).pipe(
          tap((value) => {
            produced = value;
            if (value === 3) void iterator.return?.();
          }),
        ),
      );
      expect(await iterator.next()).to.deep.equal({ done: false, value: 1 });
      expect(await iterator.next()).to.deep.equal({ done: true, value: undefined });
      expect(produced).to.equal(3);
    });
  });

  it('an error rejects the next() that waits for it, after the values before it; then the iteration is over', async () => {
    const iterator = toAsyncIterable(() =>
      concat(
        of(1),
        throwError(() => new Error('mine')),
      ),
    );
    expect(await iterator.next()).to.deep.equal({ done: false, value: 1 });
    const [failed, after] = await Promise.allSettled([iterator.next(), iterator.next()]);
    expect(failed).to.have.nested.property('reason.message', 'mine');
    expect(after).to.have.nested.property('value.done', true);
  });

  it('what throws as it begins rejects the next() that began it', async () => {
    const iterator = toAsyncIterable(() => NEVER, { signal: {} as AbortSignal });
    const begun = iterator.next();
    expect(await begun.catch((thrown: unknown) => thrown)).to.be.instanceOf(TypeError);
  });

  describe('a signal', () => {
    const reason = new Error('enough');
    const outcomes = (...pulls: ReadonlyArray<Promise<IteratorResult<unknown>>>) =>
      Promise.all(
        pulls.map((pull) =>
          pull.then(({ done, value }) => (done === true ? 'done' : value), String),
        ),
      );

    const aborting = (source: Observable<number> = concat(of(1), NEVER), highWaterMark = 0) => {
      const controller = new AbortController();
      const { signal } = controller;
      let left = 0;
      const watched = source.pipe(finalize(() => left++));
      const iterator = toAsyncIterable(() => watched, { signal, highWaterMark });
      return {
        iterator,
        left: () => left,
        listeners: () => getEventListeners(signal, 'abort').length,
        abort: () => {
          controller.abort(reason);
        },
      };
    };

    it('law 9: that is aborted unsubscribes, and rejects the next() that waits with its reason', async () => {
      const { iterator, left, abort, listeners } = aborting();
      expect(await outcomes(iterator.next())).to.deep.equal([1]);
      expect(listeners()).to.equal(1);
      const pending = outcomes(iterator.next(), iterator.next());
      abort();
      expect(left()).to.equal(1);
      expect(await pending).to.deep.equal(['Error: enough', 'done']);
      expect(await outcomes(iterator.next())).to.deep.equal(['done']);
      expect(listeners()).to.equal(0);
    });

    it('that is aborted between two calls drops what waits, and rejects the next one', async () => {
      const { iterator, left, abort } = aborting(concat(of(1, 2, 3), NEVER), 9);
      await iterator.next();
      abort();
      expect(left()).to.equal(1);
      expect(await outcomes(iterator.next(), iterator.next())).to.deep.equal([
        'Error: enough',
        'done',
      ]);
    });

    it('that was aborted before sends nothing', async () => {
      const { objects, requests } = walk({ signal: AbortSignal.abort(reason) });
      expect(await outcomes(objects.next(), objects.next())).to.deep.equal([
        'Error: enough',
        'done',
      ]);
      expect(requests).to.deep.equal([]);
    });

    it('has a listener only while there is something to abort', async () => {
      expect(aborting().listeners()).to.equal(0);
      const failing = concat(
        of(1, 2),
        throwError(() => new Error('mine')),
      );
      for (const source of [of(1, 2), failing]) {
        const { iterator, listeners, abort } = aborting(source, 9);
        await iterator.next();
        expect(listeners()).to.equal(1);
        await iterator.next();
        expect(listeners()).to.equal(0);
        abort();
        expect(await outcomes(iterator.next(), iterator.next())).to.deep.equal(
          source === failing ? ['Error: mine', 'done'] : ['done', 'done'],
        );
      }
      const { iterator, listeners } = aborting();
      await iterator.next();
      await iterator.return?.();
      expect(listeners()).to.equal(0);
    });
  });

  describe('await using', () => {
    it('law 9: leaves the walk at the end of its block', async () => {
      let left = 0;
      const source = concat(of(1), NEVER).pipe(finalize(() => left++));
      const pending = await (async () => {
        const disposable: AsyncDisposable & AsyncIterableIterator<number> = toAsyncIterable(
          () => source,
        );
        await using iterator = disposable;
        expect(await iterator.next()).to.have.property('value', 1);
        expect(left).to.equal(0);
        return [iterator.next()];
      })();
      expect(left).to.equal(1);
      expect(await pending[0]).to.have.property('done', true);
    });

    it('is not offered where the platform has no Symbol.asyncDispose', () => {
      const own = globalThis.Symbol;
      const keys = () => Reflect.ownKeys(toAsyncIterable(() => of(1)));
      expect(keys()).to.include(Symbol.asyncDispose);
      globalThis.Symbol = Object.create(own, {
        asyncDispose: { value: undefined },
      }) as SymbolConstructor;
      const less = (() => {
        try {
          return keys();
        } finally {
          globalThis.Symbol = own;
        }
      })();
      expect(less).to.have.members(['next', 'return', 'throw', Symbol.asyncIterator]);
    });
  });
});
