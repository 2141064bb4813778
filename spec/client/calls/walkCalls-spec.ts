import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import {
  asyncScheduler,
  defer,
  EMPTY,
  NEVER,
  type ObservableInput,
  of,
  Subject,
  take,
  takeUntil,
  throwError,
} from 'rxjs';
import { explain, Place, resumeFrom, walkCalls, withValve } from '../../../src/index';
import type { Page, WalkCallsOptions, WalkError, WalkEvent } from '../../../src/index';
import { collect, pause } from '../../support/collect';
import { inVirtualTime } from '../../support/inVirtualTime';
import { leftOf, rightOf } from '../../support/sides';

interface Response {
  readonly items: ReadonlyArray<unknown>;
  readonly next?: unknown;
}
type Options = Partial<WalkCallsOptions<unknown, Response, unknown, unknown>>;

/** A walk over pages that a function gives, with a cursor that says which page comes next. */
const walkOver = (pages: ReadonlyArray<ReadonlyArray<unknown>>, options: Options = {}) => {
  const cursors: Array<unknown> = [];
  const walk = walkCalls<unknown, Response, unknown, unknown>({
    name: 'things',
    call: (cursor) => {
      cursors.push(cursor);
      const page = (cursor as { page: number } | undefined)?.page ?? 0;
      return of({
        items: pages[page] ?? [],
        next: page + 1 < pages.length ? { page: page + 1 } : undefined,
      });
    },
    items: ({ items }) => items,
    next: ({ next }) => next,
    ...options,
  });
  return { walk, cursors };
};

const answering = (call: () => ObservableInput<Response>, options: Options = {}) =>
  walkOver([], { retry: false, ...options, call }).walk;

const idsOf = (results: ReadonlyArray<E.Either<WalkError, Page<unknown>>>): string =>
  results
    .map((result) =>
      E.isLeft(result) ? result.left._tag : result.right.data.map(rightOf).join(''),
    )
    .join(' ');

const endOf = async (walk: ReturnType<typeof answering>): Promise<WalkError> =>
  leftOf((await collect(walk)).at(-1));

describe('law 43: walkCalls', () => {
  it('laws 1 to 3: calls when it is subscribed, one page at a time, on demand, with a fresh copy of the cursor', async () => {
    const { walk, cursors } = walkOver([['a', 'b'], [], ['c']]);
    expect(cursors).to.deep.equal([]);
    expect(idsOf(await collect(walk))).to.equal('ab  c');
    expect(cursors).to.deep.equal([undefined, { page: 1 }, { page: 2 }]);
    expect(idsOf(await collect(walk.pipe(take(1))))).to.equal('ab');
    expect(cursors).to.have.lengthOf(4);
    const held = walkOver([['a'], ['b'], ['c']]);
    withValve({ highWaterMark: 0 }, (valve) =>
      held.walk.pipe(valve.concatMap(() => NEVER)),
    ).subscribe();
    expect(held.cursors).to.have.lengthOf(3);
    const closed = walkOver([['a'], ['b']], { valve: { ready: NEVER } });
    closed.walk.subscribe();
    expect(closed.cursors).to.deep.equal([]);
  });

  it('law 9: its signal aborts when the walk is left, and not after a response', async () => {
    const signals: Array<AbortSignal> = [];
    const { walk } = walkOver([], {
      call: (_, signal) => (signals.push(signal), new Promise(() => undefined)),
    });
    const running = walk.subscribe();
    running.unsubscribe();
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true]);
    const done = walkOver([['a']], {
      call: (_, signal) => (signals.push(signal), of({ items: [] })),
    });
    await collect(done.walk);
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true, false]);
  });

  describe('law 9: a walk that is left', () => {
    /** What of this process is reported as unhandled while something runs, and for a moment after it. */
    const unhandledIn = async (run: () => unknown): Promise<ReadonlyArray<unknown>> => {
      const reasons: Array<unknown> = [];
      const hear = (reason: unknown): void => void reasons.push(reason);
      process.on('unhandledRejection', hear);
      try {
        await run();
        await pause(5);
      } finally {
        process.off('unhandledRejection', hear);
      }
      return reasons;
    };

    for (const rejects of [true, false]) {
      it(`while \`call\` runs: its signal is aborted at once, and a promise that ${rejects ? 'rejects' : 'resolves'} harms nobody`, async () => {
        const left = new Subject<void>();
        const aborted: Array<boolean> = [];
        const { walk } = walkOver([], {
          call: async (_, signal) => {
            left.next();
            aborted.push(signal.aborted);
            if (rejects) throw new Error('too late');
            return Promise.resolve({ items: [] });
          },
        });
        expect(await unhandledIn(() => walk.pipe(takeUntil(left)).subscribe())).to.deep.equal([]);
        expect(aborted).to.deep.equal([true]);
      });
    }

    it('while `call` runs: an Observable that it returns is not subscribed to', () => {
      const left = new Subject<void>();
      let subscribed = 0;
      const call = () => {
        left.next();
        return defer(() => ((subscribed += 1), of({ items: [] })));
      };
      walkOver([], { call }).walk.pipe(takeUntil(left)).subscribe();
      expect(subscribed).to.equal(0);
    });

    it('because of an event calls nobody, also where a retry is due', () => {
      let calls = 0;
      const call = () => ((calls += 1), throwError(() => ({ status: 503 })));
      for (const leaveAt of [1, 2]) {
        const left = new Subject<void>();
        let requests = 0;
        calls = 0;
        inVirtualTime(() => {
          const onEvent = ({ type }: WalkEvent) => {
            if (type === 'request' && (requests += 1) === leaveAt) left.next();
          };
          walkOver([], { call, onEvent }).walk.pipe(takeUntil(left)).subscribe();
        });
        expect([requests, calls]).to.deep.equal([leaveAt, leaveAt - 1]);
      }
    });

    it('in the middle of a page that failed: nothing is unhandled', async () => {
      const call = (_: unknown, signal: AbortSignal) =>
        new Promise<never>((__, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'));
          });
        });
      expect(
        await unhandledIn(() => {
          walkOver([], { call }).walk.subscribe().unsubscribe();
        }),
      ).to.deep.equal([]);
    });
  });

  describe('cursors', () => {
    const json = fc
      .jsonValue()
      .filter((value) => value !== null && value !== '' && JSON.stringify(value).length < 60_000);

    it('is any JSON, and goes to the next call as it came', () => {
      fc.assert(
        fc.property(json, (cursor) => {
          const seen: Array<unknown> = [];
          const call = (given: unknown) => {
            seen.push(given);
            return of({ items: [], next: seen.length === 1 ? cursor : undefined });
          };
          walkOver([], { call, emptyPages: 1 }).walk.subscribe();
          expect(seen).to.deep.equal([undefined, JSON.parse(JSON.stringify(cursor))]);
        }),
      );
    });

    it('undefined, null and an empty string are the last page; 0, false, {} and [] are cursors', async () => {
      for (const next of [undefined, null, '']) {
        const results = await collect(answering(() => of({ items: [1], next })));
        expect(rightOf(results[0]).place.isLast).to.equal(true);
      }
      for (const next of [0, false, {}, []]) {
        const { walk } = walkOver([], {
          call: (cursor) => of({ items: [1], next: cursor === undefined ? next : null }),
        });
        expect(idsOf(await collect(walk))).to.equal('1 1');
      }
    });

    it('one that came before is RepeatedToken, whatever the order of its fields', async () => {
      let calls = 0;
      const call = () =>
        of({ items: [1], next: (calls += 1) % 2 ? { a: 1, b: 2 } : { b: 2, a: 1 } });
      expect(await endOf(answering(call))).to.deep.include({
        _tag: 'ProtocolViolation',
        rule: 'RepeatedToken',
      });
    });

    const cycle: Array<unknown> = [];
    cycle.push(cycle);
    for (const [what, next] of Object.entries({
      'a bigint': 1n,
      'a Date': new Date(),
      NaN: { at: NaN },
      bytes: new Uint8Array(2),
      'a cycle': cycle,
      'a hole': [undefined],
      'a function': () => 1,
      'what is too long': 'x'.repeat(65_535),
    })) {
      it(`${what} is UnsendableToken after the objects, and the place asks for that page again`, async () => {
        const { walk } = walkOver([], {
          call: (cursor) => of({ items: [1], next: cursor === undefined ? 'two' : next }),
        });
        const results = await collect(walk);
        expect(idsOf(results)).to.equal('1 1 ProtocolViolation');
        expect(leftOf(results[2])).to.have.property('rule', 'UnsendableToken');
        const { place } = rightOf(results[1]);
        expect(place.isLast).to.equal(false);
        const again: Array<unknown> = [];
        walkOver([], {
          place,
          call: (cursor) => (again.push(cursor), of({ items: [] })),
        }).walk.subscribe();
        expect(again).to.deep.equal(['two']);
      });
    }
  });

  describe('what a call throws', () => {
    const failing = (thrown: unknown, options?: Options) =>
      answering(() => throwError(() => thrown), options);
    const unreadable = (own: object, ...names: ReadonlyArray<string>) =>
      Object.defineProperties(
        own,
        Object.fromEntries(names.map((name) => [name, { get: () => expect.fail(name) }])),
      );
    const cases: ReadonlyArray<readonly [what: string, thrown: unknown, failure: object]> = [
      [
        'no message that can be read',
        unreadable({ status: 503 }, 'message', 'headers'),
        { _tag: 'HttpFailure', status: 503 },
      ],
      [
        'nothing that can be read',
        unreadable(new Error('hidden'), 'message', 'name', 'code', 'status', 'response'),
        { _tag: 'NetworkFailure', reason: 'the call failed' },
      ],
      [
        'a status',
        { status: 503, message: 'busy\nnow' },
        { _tag: 'HttpFailure', status: 503, message: 'busy now' },
      ],
      ['statusCode', { statusCode: 404 }, { _tag: 'HttpFailure', status: 404 }],
      [
        'the status of a response',
        { response: { status: 429, headers: new Headers({ 'Retry-After': '7' }) } },
        { status: 429, retryAfter: 7_000 },
      ],
      [
        '$metadata',
        { $metadata: { httpStatusCode: 500 }, $response: { headers: { 'retry-after': '2' } } },
        { status: 500, retryAfter: 2_000 },
      ],
      [
        'a wait in other headers than those of its response',
        { status: 503, response: { headers: {} }, headers: { 'retry-after': '4' } },
        { status: 503, retryAfter: 4_000 },
      ],
      [
        'headers that are lines, and its own wait',
        { status: 503, headers: ['retry-after: 4'], retryAfter: 3 },
        { status: 503, retryAfter: 3_000 },
      ],
      ['a wait that is not a number', { status: 503, retryAfter: Symbol('soon') }, { status: 503 }],
      [
        'a TimeoutError',
        Object.assign(new Error('late'), { name: 'TimeoutError' }),
        { _tag: 'TimedOut' },
      ],
      [
        'a status that is none',
        { status: 200, message: 'odd' },
        { _tag: 'NetworkFailure', reason: 'odd' },
      ],
      [
        'an error of the network',
        Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
        { _tag: 'NetworkFailure', reason: 'reset', code: 'ECONNRESET' },
      ],
      [
        'a code that is a number',
        { code: 14, details: 'unavailable' },
        { _tag: 'NetworkFailure', code: '14' },
      ],
      [
        'what cannot pass',
        { code: '42P01', message: 'no such table' },
        { _tag: 'NetworkFailure', code: '42P01', permanent: true },
      ],
      [
        'a wait without a status',
        { message: 'later', retryAfter: 3 },
        { _tag: 'NetworkFailure', reason: 'later', retryAfter: 3_000 },
      ],
      [
        'a value whose instanceof throws',
        new Proxy(new Error('odd'), { getPrototypeOf: () => expect.fail('looked at') }),
        { _tag: 'NetworkFailure', reason: 'odd', permanent: true },
      ],
      ['a mistake', new TypeError('x is undefined'), { _tag: 'NetworkFailure', permanent: true }],
      [
        'what cannot be written',
        Object.create(null) as unknown,
        { _tag: 'NetworkFailure', reason: 'the call failed' },
      ],
      ['a string', 'no', { _tag: 'NetworkFailure', reason: 'no' }],
    ];
    for (const [what, thrown, failure] of cases) {
      it(`is a value: ${what}`, async () => {
        expect(await endOf(failing(thrown))).to.deep.include(failure);
        const thrower = () => {
          throw thrown;
        };
        expect(await endOf(answering(thrower))).to.deep.include(failure);
      });
    }

    it('law 11: is repeated as a request is, with events', () =>
      inVirtualTime(() => {
        const events: Array<WalkEvent> = [];
        let calls = 0;
        const call = () =>
          (calls += 1) < 3 ? throwError(() => ({ status: 503 })) : of({ items: ['a'] });
        const results: Array<E.Either<WalkError, Page<unknown>>> = [];
        const onEvent = (event: WalkEvent) => events.push(event);
        walkOver([], { call, onEvent, label: 'mine' }).walk.subscribe((result) =>
          results.push(result),
        );
        return () => {
          expect(idsOf(results)).to.equal('a');
          expect(events.map(({ type }) => type).join(' ')).to.equal(
            'request retry request retry request page end',
          );
          expect(events[0]).to.deep.equal({
            type: 'request',
            walk: 1,
            endpoint: 'things',
            label: 'mine',
            page: 0,
            attempt: 1,
          });
        };
      }));

    it('is not repeated where it cannot pass; `transient` decides about what has no status', () => {
      const callsOf = (thrown: unknown, options?: Options): number => {
        let calls = 0;
        const call = () => ((calls += 1), throwError(() => thrown));
        inVirtualTime(() => void walkOver([], { call, ...options }).walk.subscribe());
        return calls;
      };
      const table = { code: '42P01', message: 'no such table' };
      const reset = { code: 'ECONNRESET' };
      const late = Object.assign(new Error('late'), { name: 'TimeoutError' });
      expect(
        [table, { code: 7, details: 'denied' }, new Error('no')].map((e) => callsOf(e)),
      ).to.deep.equal([1, 1, 1]);
      expect([reset, late, { status: 503 }].map((e) => callsOf(e))).to.deep.equal([5, 5, 5]);
      const always = { transient: () => true };
      const never = { transient: () => false };
      expect([table, reset, { status: 404 }].map((e) => callsOf(e, always))).to.deep.equal([
        5, 5, 1,
      ]);
      expect([reset, late, { status: 503 }].map((e) => callsOf(e, never))).to.deep.equal([1, 1, 5]);
    });

    it('waits as long as an error without a status asks', () => {
      const at: Array<number> = [];
      const call = () =>
        at.push(asyncScheduler.now()) === 1
          ? throwError(() => ({ message: 'later', retryAfter: 3 }))
          : of({ items: [] });
      inVirtualTime(() => void walkOver([], { call }).walk.subscribe());
      expect(at[1]).to.be.within(3_000, 3_250);
    });

    it('law 14: shows nothing of the cursor, and 500 characters at most', async () => {
      const secret = 'c0ffee-c0ffee-c0ffee';
      const call = (cursor: unknown) =>
        cursor === undefined
          ? of({ items: [], next: { at: secret } })
          : throwError(() => new Error(`no ${secret}`.repeat(99)));
      const error = await endOf(walkOver([], { call, retry: false }).walk);
      expect(explain(error)).to.include('no ').and.not.include(secret);
      expect((error as { reason: string }).reason.length).to.be.at.most(500);
    });

    it('law 13: is PageTokenExpired where `expired` says so, of calls that had a cursor; by default a status of 410', async () => {
      const call = (thrown: object) => (cursor: unknown) =>
        cursor === undefined ? of({ items: [1], next: 'two' }) : throwError(() => thrown);
      const ended = (thrown: object, options?: Options) =>
        endOf(walkOver([], { call: call(thrown), retry: false, ...options }).walk);
      expect(await ended({ status: 410, message: 'old' })).to.deep.include({
        _tag: 'PageTokenExpired',
        status: 410,
        message: 'old',
      });
      const error = await ended(
        { name: 'ExpiredIterator', message: 'the iterator is 5 minutes old' },
        { expired: (thrown) => (thrown as Error).name === 'ExpiredIterator' },
      );
      expect(error).to.deep.include({
        _tag: 'PageTokenExpired',
        status: 410,
        message: 'the iterator is 5 minutes old',
      });
      expect(await endOf(failing({ status: 410 }))).to.deep.include({
        _tag: 'HttpFailure',
        status: 410,
      });
    });
  });

  it('what is not a page is InvalidEnvelope', async () => {
    expect(explain(await endOf(answering(() => of({ items: 'x' as never }))))).to.include(
      'items must give an array, but gave string',
    );
    expect(explain(await endOf(answering(() => EMPTY)))).to.include('call gave no response');
  });

  it('what the other functions throw goes to the error channel, and so does a return that nobody can read', async () => {
    const mine = new Error('mine');
    const thrower = () => {
      throw mine;
    };
    const call = () => of({ items: [], next: 1 });
    const failing = [
      answering(call, { items: thrower }),
      answering(call, { next: thrower }),
      answering(() => throwError(() => 1), { transient: thrower }),
      walkOver([], { call: (cursor) => (cursor ? throwError(() => 1) : call()), expired: thrower })
        .walk,
    ];
    for (const walk of failing)
      expect(await collect(walk).catch((error: unknown) => error)).to.equal(mine);
    for (const given of ['text', 7, undefined]) {
      const error: unknown = await collect(answering(() => given as never)).catch(
        (thrown: unknown) => thrown,
      );
      expect(String(error)).to.include('TypeError: walkCalls: call must return a promise');
    }
  });

  it('objects are what items gives: nothing is copied, and a codec checks them', async () => {
    const item = { id: 7n, at: new Date() };
    const [page] = await collect(answering(() => of({ items: [item] })));
    expect(rightOf(rightOf(page).data[0])).to.equal(item);
    const codec = t.type({ id: t.number });
    const [checked] = await collect(answering(() => of({ items: [{ id: 1 }, item] }), { codec }));
    const [good, bad] = rightOf(checked).data;
    expect(good).to.deep.equal(E.right({ id: 1 }));
    expect(leftOf(bad).record).to.equal(item);
  });

  describe('law 31: an item that holds itself', () => {
    interface Book {
      readonly title: unknown;
      readonly author: { readonly books: Array<unknown> };
    }
    const books = Array.from({ length: 3 }, (_, title): Book => ({
      title,
      author: { books: [] },
    }));
    for (const book of books) book.author.books.push(...books);
    const Author: t.Type<object> = t.recursion<object>(
      'Author',
      () => t.type({ books: t.array(Book) }) as never,
    );
    const Book: t.Type<object> = t.recursion<object>(
      'Book',
      () => t.type({ title: t.string, author: Author }) as never,
    );
    const codecs: Readonly<Record<string, t.Decoder<unknown, unknown>>> = {
      type: t.type({ title: t.string }),
      exact: t.exact(t.type({ title: t.string })),
      union: t.union([t.type({ title: t.string }), t.type({ title: t.boolean })]),
      'record of lists': t.type({
        author: t.record(t.string, t.array(t.type({ title: t.string }))),
      }),
      recursion: Book,
    };
    for (const [name, codec] of Object.entries(codecs)) {
      it(`is an InvalidObject where its codec refuses it: ${name}`, async () => {
        const [page] = await collect(answering(() => of({ items: books }), { codec }));
        const { data } = rightOf(page);
        expect(data).to.have.lengthOf(3);
        for (const [index, result] of data.entries()) {
          const error = leftOf(result);
          expect(error).to.include({ _tag: 'InvalidObject', index, record: books[index] });
          expect(explain(error)).to.include(`object ${index + 1} of page 1`);
        }
      });
    }
  });

  it('law 20: a place belongs to the name and the request, whatever the order of its fields', async () => {
    const pages = [['a'], ['b']];
    const [first] = await collect(walkOver(pages, { request: { a: 1, b: [2] } }).walk);
    const place = rightOf(Place.decode(Place.encode(rightOf(first).place)));
    const from = (options: Options) => collect(walkOver(pages, { place, ...options }).walk);
    expect(idsOf(await from({ request: { b: [2], a: 1 } }))).to.equal('b');
    for (const other of [
      { request: { a: 1 } },
      {},
      { name: 'others', request: { a: 1, b: [2] } },
    ]) {
      expect(idsOf(await from(other))).to.equal('InvalidRequest');
    }
    expect(explain(await endOf(walkOver(pages, { request: 1n }).walk))).to.include(
      'request must be JSON',
    );
    expect(explain(await endOf(walkOver(pages, { emptyPages: -1 }).walk))).to.include('emptyPages');
    expect(explain(await endOf(walkOver(pages, { codec: 7 as never }).walk))).to.include(
      'codec must be',
    );
    const expired = await endOf(
      walkOver([], {
        call: (cursor) => (cursor ? throwError(() => 'no') : of({ items: [1], next: 2 })),
        retry: false,
      }).walk,
    );
    const { pageToken } = O.toNullable(resumeFrom(expired)) ?? expect.fail('no token');
    expect(
      idsOf(
        await collect(walkOver([], { pageToken, call: (cursor) => of({ items: [cursor] }) }).walk),
      ),
    ).to.equal('2');
  });
});
