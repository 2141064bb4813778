import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { EMPTY, NEVER, type Observable, throwError, toArray } from 'rxjs';
import { bearer, createClient, explain } from '../../src/index';
import type {
  ClientConfig,
  HttpResponse,
  PageFailure,
  RetryPolicy,
  TransportFailure,
} from '../../src/index';
import { gather } from '../support/collect';
import { inVirtualTime, pendingTimers } from '../support/inVirtualTime';
import { marbles } from '../support/marbles';
import { answer, list, ok, record, scriptedTransport } from '../support/scriptedTransport';
import { leftOf } from '../support/sides';

type Answer = E.Either<TransportFailure, HttpResponse>;

const object = (id: number) => E.right(record(id));

const first = ok({ data: [record(1), record(2)], nextPageToken: 'token-1' });
const second = ok({ data: [record(3)] });
const busy = answer(503, { errorName: 'Busy' });
const timedOut: Answer = E.left({ _tag: 'TimedOut', after: 9 });

const asking = (status: number, headers: Readonly<Record<string, string>>): Answer =>
  E.right({ status, headers, body: '' });

/** Waits the same time after each failure. */
const always =
  (ms: number): RetryPolicy =>
  () =>
    O.some(ms);

const progress = (attempts: number, pages = 0, objects = 0) => ({ pages, objects, attempts });

const told = (config: ClientConfig) => {
  const client = createClient(config);
  const events = gather(client.events);
  return { client, events };
};

/** The Left that the only walk over these answers ends with, under virtual time. */
const endOf = (
  config: Omit<ClientConfig, 'transport'>,
  ...answers: ReadonlyArray<Answer | Observable<never>>
) => {
  const { transport, requests } = scriptedTransport(...answers);
  let results: ReadonlyArray<E.Either<unknown, unknown>> = [];
  inVirtualTime(() =>
    createClient({ transport, ...config })
      .list(list)
      .pipe(toArray())
      .subscribe((all) => (results = all)),
  );
  expect(results, 'it completes').not.to.be.empty;
  return { end: results.at(-1), requests: requests.length };
};

describe('law 11: retry is of one page', () => {
  it(
    'only the page that failed is asked for again, after exactly the wait; what came before is not emitted again',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const one = cold('  --(p|)', { p: first });
      const failed = cold('---(p|)', { p: busy });
      const again = cold(' --(p|)', { p: second });
      const { transport } = scriptedTransport(one, failed, again);
      const walk = createClient({ transport, retry: always(4) }).list(list);

      expectObservable(walk).toBe('--(ab)-----(c|)', { a: object(1), b: object(2), c: object(3) });
      expectSubscriptions(one.subscriptions).toBe('   ^-!');
      expectSubscriptions(failed.subscriptions).toBe('--^--!');
      expectSubscriptions(again.subscriptions).toBe(' ---------^-!');
    }),
  );

  describe('which failures', () => {
    const repeated: Readonly<Record<string, Answer | typeof EMPTY>> = {
      '503': busy,
      'no response in time': timedOut,
      'no response': E.left({ _tag: 'NetworkFailure', reason: 'socket hang up' }),
      'a transport that completes without a response': EMPTY,
    };

    for (const [what, response] of Object.entries(repeated)) {
      it(
        `${what} is repeated`,
        marbles(({ expectObservable }) => {
          const { transport } = scriptedTransport(response, second);
          const walk = createClient({ transport, retry: { baseDelay: 0 } }).list(list);
          expectObservable(walk).toBe('(a|)', { a: object(3) });
        }),
      );
    }

    const final: Readonly<Record<string, Answer | Observable<never>>> = {
      'a transport that errors': throwError(() => new Error('broken')),
      'a failure that is permanent': E.left({
        _tag: 'NetworkFailure',
        reason: 'no way',
        permanent: true,
      }),
      '404': answer(404, {}),
      '400 that asks for a wait': asking(400, { 'retry-after': '1' }),
      'a page token that expired': answer(503, { errorName: 'InvalidPageToken' }),
      'a limit that was reached': answer(503, { errorName: 'ObjectsExceededLimit' }),
      'an answer that is no page': ok({ data: 5 }),
      'an answer that is too large': E.left({ _tag: 'ResponseTooLarge', limit: 5 }),
    };

    for (const [what, response] of Object.entries(final)) {
      it(`${what} is not repeated`, () => {
        const { end, requests } = endOf({}, response);
        expect(requests).to.equal(1);
        expect(end).to.have.deep.nested.property('left.progress', progress(1));
      });
    }
  });

  it('attempts are counted for each page anew', () => {
    const { end, requests } = endOf(
      { retry: { attempts: 3 } },
      busy,
      busy,
      first,
      busy,
      timedOut,
      second,
    );
    expect(requests).to.equal(6);
    expect(end).to.deep.equal(object(3));
  });

  describe('Retry-After', () => {
    /** Without a backoff there is no jitter on top. */
    const exact = { baseDelay: 0 };

    it(
      'a date is meant from when the answer came',
      marbles(({ cold, expectObservable }) => {
        const date = new Date(3000).toUTCString();
        const { transport } = scriptedTransport(
          cold('1s (p|)', { p: asking(503, { 'retry-after': date }) }),
          cold('(p|)', { p: second }),
        );
        expectObservable(createClient({ transport, retry: exact }).list(list)).toBe('3s (a|)', {
          a: object(3),
        });
      }),
    );

    it('is part of the failure even where nothing is sent again, as whatever a transport gives it, and of no other error', () => {
      const waitOf = (status: number, said: unknown) =>
        endOf(
          { retry: false },
          asking(status, { 'retry-after': said as string, date: null as never }),
        ).end;
      for (const said of ['7', 7, ['7']])
        expect(waitOf(503, said)).to.have.nested.property('left.retryAfter', 7000);
      for (const said of [null, undefined, ['7', '8']])
        expect(waitOf(503, said)).not.to.have.nested.property('left.retryAfter');
      expect(waitOf(401, '7')).not.to.have.nested.property('left.retryAfter');
    });
  });

  describe('a policy of the user', () => {
    it('is given the failure without secrets, the failures so far and chance', () => {
      const calls: Array<Parameters<RetryPolicy>> = [];
      const retry: RetryPolicy = (...call) => {
        calls.push(call);
        return O.some(1);
      };
      const echo = {
        errorName: 'Busy',
        parameters: { credential: 'hidden-9f8e7d6c5b', pageToken: 'token-1' },
      };
      endOf(
        { retry, auth: bearer('hidden-9f8e7d6c5b') },
        busy,
        first,
        answer(429, echo),
        timedOut,
        second,
      );
      const clean: PageFailure = {
        _tag: 'HttpFailure',
        status: 429,
        errorName: 'Busy',
        parameters: { credential: '[redacted]', pageToken: '[redacted]' },
      };
      expect(calls.map(([what, attempts]) => [what, attempts])).to.deep.equal([
        [{ _tag: 'HttpFailure', status: 503, errorName: 'Busy' }, 1],
        [clean, 1],
        [{ _tag: 'TimedOut', after: 9 }, 2],
      ]);
      for (const [, , random] of calls) expect(random).to.be.at.least(0).and.below(1);
      expect(new Set(calls.map(([, , random]) => random)).size).to.equal(3);
    });

    it('decides about every failure, whatever its tag', () => {
      const seen: Array<string> = [];
      const retry: RetryPolicy = ({ _tag }) => {
        seen.push(_tag);
        return O.some(1);
      };
      const answers = [
        answer(404, {}),
        ok({}),
        answer(400, { errorName: 'InvalidPageToken' }),
        second,
      ];
      expect(endOf({ retry }, ...answers).end).to.deep.equal(object(3));
      expect(seen).to.deep.equal(['HttpFailure', 'InvalidEnvelope', 'PageTokenExpired']);
    });

    it('is not asked about what throws, nor about a failure that is permanent', () => {
      const throwing = (): never => {
        throw new TypeError('mine');
      };
      const broken = { transport: throwing, classify: throwing };
      for (const [who, config] of Object.entries(broken)) {
        const { transport, requests } = scriptedTransport(busy, second);
        const client = createClient({ transport, retry: always(1), [who]: config });
        const results = gather(client.list(list));
        expect(requests.length, who).to.equal(who === 'transport' ? 0 : 1);
        const [end] = results;
        expect(explain(leftOf(end))).to.equal(
          `NetworkFailure: ${who} threw TypeError: mine (pages 0, objects 0, attempts 1)`,
        );
      }
    });
  });

  it(
    'events tell of each retry after the request that failed, before the wait',
    marbles(({ cold, flush }) => {
      const { transport } = scriptedTransport(
        first,
        cold('--(p|)', { p: timedOut }),
        cold('-(p|)', { p: busy }),
        cold('---(p|)', { p: second }),
      );
      const { client, events } = told({ transport, retry: (_, attempts) => O.some(attempts * 10) });
      client.list(list).subscribe();
      flush();
      const origin = { walk: 1, endpoint: 'listObjects' };
      expect(events).to.deep.equal([
        { ...origin, type: 'request', page: 0, attempt: 1 },
        { ...origin, type: 'page', page: 0, objects: 2, ms: 0 },
        { ...origin, type: 'request', page: 1, attempt: 1 },
        {
          ...origin,
          type: 'retry',
          page: 1,
          attempt: 1,
          delay: 10,
          failure: { _tag: 'TimedOut', after: 9 },
        },
        { ...origin, type: 'request', page: 1, attempt: 2 },
        {
          ...origin,
          type: 'retry',
          page: 1,
          attempt: 2,
          delay: 20,
          failure: { _tag: 'HttpFailure', status: 503, errorName: 'Busy' },
        },
        { ...origin, type: 'request', page: 1, attempt: 3 },
        { ...origin, type: 'page', page: 1, objects: 1, ms: 3 },
        { ...origin, type: 'end', pages: 2, objects: 3 },
      ]);
    }),
  );

  it('law 9: unsubscribing during the wait clears the timer', () => {
    const before = pendingTimers();
    const { transport, requests } = scriptedTransport(busy, NEVER);
    const walk = createClient({ transport, retry: always(60_000) })
      .list(list)
      .subscribe();
    expect(pendingTimers()).to.equal(before + 1);
    walk.unsubscribe();
    expect(pendingTimers()).to.equal(before);
    expect(requests).to.have.length(1);
  });

  it(
    'a valve lets a page through, however many requests it takes',
    marbles(({ cold, hot, expectObservable }) => {
      const { transport } = scriptedTransport(cold('-(p|)', { p: busy }), first, busy, second);
      const valve = { ready: hot('-x--------x') };
      const walk = createClient({ transport, retry: always(2) }).list({ ...list, valve });
      expectObservable(walk).toBe('----(ab)----(c|)', { a: object(1), b: object(2), c: object(3) });
    }),
  );

  describe('law 11: a body that was cut off may come whole the next time', () => {
    const whole = JSON.stringify({
      data: [record(1), { properties: { name: 'a "b" \\ [c', list: [{}] } }],
    });
    const cutAt = (length: number): Answer =>
      E.right({ status: 200, headers: {}, body: whole.slice(0, length) });

    it('is asked for again, wherever it was cut', () => {
      for (let length = 1; length < whole.length; length += 1) {
        const { end, requests } = endOf({}, cutAt(length), cutAt(whole.length));
        expect([end?._tag, requests], whole.slice(0, length)).to.deep.equal(['Right', 2]);
      }
    });

    for (const body of ['', 'null', '"half', '<html>', '{oops', '{}x', '[1]]']) {
      it(`is not what ${JSON.stringify(body)} is`, () =>
        expect(endOf({}, E.right({ status: 200, headers: {}, body })).requests).to.equal(1));
    }
  });
});
