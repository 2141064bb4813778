import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import {
  asyncScheduler,
  BehaviorSubject,
  defer,
  EMPTY,
  Observable,
  of,
  Subject,
  throwError,
  toArray,
} from 'rxjs';
import type { ObservableInput } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import {
  type Auth,
  bearer,
  type ClientConfig,
  createClient,
  headers,
  type WalkError,
} from '../../../src/index';
import type { HttpRequest, HttpResponse, Transport, TransportFailure } from '../../../src/index';
import { gather } from '../../support/collect';
import { inVirtualTime } from '../../support/inVirtualTime';
import { marbles } from '../../support/marbles';
import { answer, list, ok, record, scriptedTransport } from '../../support/scriptedTransport';
import { sizeOf } from '../../support/sizes';

type Answer = E.Either<TransportFailure, HttpResponse>;

const object = (id: number) => E.right(record(id));

const first = ok({ data: [record(1)], nextPageToken: 'token-1' });
const second = ok({ data: [record(2)] });
const refused = answer(401, { errorName: 'Unauthorized', errorInstanceId: 'i-1' });
const busy = answer(503, {});

const unauthorized = (attempts: number, reason = 'the credential was refused') =>
  E.left({
    _tag: 'Unauthorized',
    status: 401,
    errorName: 'Unauthorized',
    errorInstanceId: 'i-1',
    reason,
    progress: { pages: 0, objects: 0, attempts },
  });

const credentialsOf = (requests: ReadonlyArray<HttpRequest>): ReadonlyArray<string | undefined> =>
  requests.map((request) => request.headers.authorization?.replace('Bearer ', ''));

/** A function that gives the n-th of these when it is asked for the n-th time, and that remembers what it was asked with. */
const giving = (...given: ReadonlyArray<ObservableInput<string>>) => {
  const asked: Array<string | undefined> = [];
  const auth = bearer((stale) => {
    const next = given[asked.length];
    asked.push(stale);
    if (next === undefined) throw new Error('asked too often');
    return next;
  });
  return { asked, auth };
};

/** A function that gives t1, t2, t3 and so on. */
const counting = () => {
  const asked: Array<string | undefined> = [];
  return { asked, auth: bearer((stale) => of(`t${asked.push(stale)}`)) };
};

type Results = Array<E.Either<WalkError, unknown>>;

/** Everything that a walk over these answers emits, under virtual time. */
const walked = (config: Omit<ClientConfig, 'transport'>, ...answers: ReadonlyArray<Answer>) => {
  const { transport, requests } = scriptedTransport(...answers);
  const client = createClient({ transport, ...config });
  const events = gather(client.events);
  let results: ReadonlyArray<E.Either<WalkError, unknown>> = [];
  inVirtualTime(() =>
    client
      .list(list)
      .pipe(toArray())
      .subscribe((all) => (results = all)),
  );
  expect(results, 'it completes').not.to.be.empty;
  return { results, requests, events, sent: credentialsOf(requests) };
};

/** A service that takes only one credential at a time, and whose answers come when they are released. */
const serviceThatTakes = (valid: () => string) => {
  const requests: Array<HttpRequest> = [];
  const pending: Array<() => void> = [];
  const transport: Transport = (request) =>
    new Observable((subscriber) => {
      requests.push(request);
      pending.push(() => {
        subscriber.next(request.headers.authorization === `Bearer ${valid()}` ? second : refused);
        subscriber.complete();
      });
    });
  return { transport, requests, pending };
};

describe('law 12: expired authentication', () => {
  describe('of one walk', () => {
    it(
      'the source is asked with the refused credential, and the same page again with the fresh one',
      marbles(({ cold, expectObservable, expectSubscriptions, flush }) => {
        const refresh = cold('---(c|)', { c: 't2' });
        const { asked, auth } = giving(['t1'], refresh);
        const { transport, requests } = scriptedTransport(
          cold('-(p|)', { p: first }),
          cold('--(p|)', { p: refused }),
          cold('-(p|)', { p: second }),
        );
        expectObservable(createClient({ transport, auth }).list(list)).toBe('-a-----(b|)', {
          a: object(1),
          b: object(2),
        });
        expectSubscriptions(refresh.subscriptions).toBe('---^--!');
        flush();
        expect(asked).to.deep.equal([undefined, 't1']);
        expect(credentialsOf(requests)).to.deep.equal(['t1', 't1', 't2']);
        expect(requests[2]).to.deep.equal({
          ...requests[1],
          headers: { ...requests[1]?.headers, authorization: 'Bearer t2' },
        });
      }),
    );

    const throwing = (): never => {
      throw new Error('asked');
    };
    const classify = ({ status }: HttpResponse) => ({ _tag: 'Unauthorized' as const, status });
    const inTurn = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? refused : busy));
    const given503 = E.left({
      _tag: 'HttpFailure',
      status: 503,
      progress: { pages: 0, objects: 0, attempts: 10 },
    });

    /** The answers to each of the walks, the credentials that were sent for them, and what the last walk ends with. */
    const sequences: ReadonlyArray<
      readonly [
        what: string,
        walks: ReadonlyArray<ReadonlyArray<Answer>>,
        sent: string,
        end: unknown,
        config?: object,
      ]
    > = [
      [
        'is kept for the pages and walks that follow',
        [[refused, first, second], [second]],
        't1 t2 t2, t2',
        object(2),
      ],
      ['comes once for every page', [[refused, first, refused, second]], 't1 t2 t2 t3', object(2)],
      ['that is refused too ends the walk', [[refused, refused]], 't1 t2', unauthorized(2)],
      [
        'that was refused is not sent by the next walk',
        [[refused, refused], [second]],
        't1 t2, t3',
        object(2),
      ],
      [
        'comes without a retry policy too',
        [[refused, second]],
        't1 t2',
        object(2),
        { retry: false },
      ],
      [
        'comes where a classify says Unauthorized',
        [[answer(403, {}), second]],
        't1 t2',
        object(2),
        { classify },
      ],
      ['stays for a retry', [[refused, busy, second]], 't1 t2 t2', object(2)],
      ['comes after a retry', [[busy, refused, second]], 't1 t1 t2', object(2)],
      ['comes again after a retry', [[refused, busy, refused, second]], 't1 t2 t2 t3', object(2)],
      [
        'is no matter of the policy',
        [[refused, refused]],
        't1 t2',
        unauthorized(2),
        { retry: throwing },
      ],
      [
        'counts in the progress',
        [[refused, busy, busy, refused, refused]],
        't1 t2 t2 t2 t3',
        unauthorized(5),
      ],
      [
        'and a 503 in turn end',
        [inTurn],
        't1 t2 t2 t3 t3 t4 t4 t5 t5 t6',
        given503,
        { retry: { attempts: 5 } },
      ],
    ];
    for (const [what, walks, sent, end, config] of sequences) {
      it(`a fresh one ${what}`, () => {
        const { auth } = counting();
        const all = walks.map((answers) => walked({ auth, ...config }, ...answers));
        expect(all.map((walk) => walk.sent.join(' ')).join(', ')).to.equal(sent);
        expect(all.at(-1)?.results.at(-1)).to.deep.equal(end);
      });
    }
  });

  describe('a source that has no other one ends the walk, with what the service said', () => {
    const unusable = 'no usable credential';
    const failed = 'the credential source failed';

    for (const [what, given, reason] of [
      ['errors', throwError(() => 'down'), failed],
      ['completes without a value', EMPTY, unusable],
      ['gives an empty one', of(''), unusable],
      ['gives one that no header can carry', of('a\r\nb'), 'the credential has a line break'],
      ['gives no text', of(undefined as unknown as string), unusable],
      ['gives the refused one again', of('t1'), 'the credential was refused'],
    ] as const) {
      it(`one that ${what}; the next walk asks again, with the refused one`, () => {
        const { asked, auth } = giving(['t1'], given, ['t2']);
        const { results, requests } = walked({ auth }, refused);
        expect(results).to.deep.equal([unauthorized(1, reason)]);
        expect(requests).to.have.length(1);
        expect(walked({ auth }, second).sent).to.deep.equal(['t2']);
        expect(asked).to.deep.equal([undefined, 't1', 't1']);
      });
    }

    it('of headers that are the same, in whatever order', () => {
      const given = [
        { 'x-key': 'k1', 'x-user': 'u1' },
        { 'x-user': 'u1', 'x-key': 'k1' },
      ];
      const { results, requests } = walked(
        { auth: headers(() => of(given.shift() ?? {})) },
        refused,
      );
      expect(results).to.deep.equal([unauthorized(1)]);
      expect(requests).to.have.length(1);
    });

    it('a client is not lost for good because its source gave the refused one again, or has completed with it', () => {
      const given = ['t1', '', 't2'];
      for (const auth of [bearer(() => of('t1')), bearer(defer(() => of(given.shift() ?? '')))]) {
        walked({ auth }, refused);
        expect([walked({ auth }, second), walked({ auth }, second)].at(-1)?.results).to.deep.equal([
          object(2),
        ]);
      }
      expect(given).to.deep.equal([]);
    });
  });

  const fixed: Readonly<Record<string, readonly [auth: Auth | undefined, reason?: string]>> = {
    'a fixed token': [bearer('t1')],
    'fixed headers': [headers({ 'x-key': 'k1' })],
    'an Observable that has completed': [bearer(of('t0', 't1'))],
    'no auth': [undefined, 'the client has no auth'],
  };

  for (const [what, [auth, reason]] of Object.entries(fixed)) {
    it(`${what}: Unauthorized after one request, and no event of a refresh`, () => {
      const { results, requests, events } = walked({ auth }, refused);
      expect(results).to.deep.equal([unauthorized(1, reason)]);
      expect(requests).to.have.length(1);
      expect(events.map(({ type }) => type)).to.deep.equal(['request', 'end']);
    });
  }

  describe('an Observable whose latest value was refused', () => {
    /** When the source pushes which token, and when which requests are sent; the service takes t3 only. */
    const cases: Readonly<
      Record<
        string,
        readonly [pushes: ReadonlyArray<readonly [number, string]>, sent: ReadonlyArray<string>]
      >
    > = {
      'pushes another one 40 ms later': [[[40, 't3']], ['t1 at 0', 't3 at 40']],
      'pushes another one after two seconds less a millisecond': [
        [[1_999, 't3']],
        ['t1 at 0', 't3 at 1999'],
      ],
      'pushes the refused one again, and then another one': [
        [
          [10, 't1'],
          [20, 't3'],
        ],
        ['t1 at 0', 't3 at 20'],
      ],
      'pushes one that is refused, too': [[[40, 't2']], ['t1 at 0', 't2 at 40']],
      'pushes another one too late': [[[2_001, 't3']], ['t1 at 0']],
      'pushes nothing': [[], ['t1 at 0']],
    };
    for (const [what, [pushes, sent]] of Object.entries(cases)) {
      it(`law 12: ${what}: it has two seconds for that`, () => {
        const seen: Array<string> = [];
        const results: Results = [];
        const ends: Array<number> = [];
        inVirtualTime(() => {
          const tokens = new BehaviorSubject('t1');
          const transport: Transport = ({ headers: { authorization = '' } }) => {
            seen.push(`${authorization.replace('Bearer ', '')} at ${asyncScheduler.now()}`);
            return of(authorization === 'Bearer t3' ? second : refused);
          };
          createClient({ transport, auth: bearer(tokens) })
            .list(list)
            .subscribe({
              next: (result) => results.push(result),
              complete: () => ends.push(asyncScheduler.now()),
            });
          for (const [at, token] of pushes) {
            asyncScheduler.schedule(() => tokens.next(token), at);
          }
        });
        expect(seen).to.deep.equal(sent);
        expect(results).to.deep.equal(
          sent.at(-1)?.startsWith('t3') ? [object(2)] : [unauthorized(sent.length)],
        );
        expect(ends).to.have.length(1);
      });
    }

    it('law 9: leaves no timer when it is unsubscribed while it waits', () => {
      const scheduler = new TestScheduler(() => undefined);
      scheduler.run(() => {
        const { transport } = scriptedTransport(refused);
        const auth = bearer(new BehaviorSubject('t1'));
        const walk = createClient({ transport, auth }).list(list).subscribe();
        asyncScheduler.schedule(() => walk.unsubscribe(), 5);
      });
      expect(scheduler.frame).to.equal(5);
    });
  });

  describe('of many walks', () => {
    const manyWalks = (count: number) => {
      let valid = 't1';
      const refresh = new Subject<string>();
      let refreshes = 0;
      let left = 0;
      const stale: Array<string | undefined> = [];
      const auth = bearer((refusedOne) => {
        stale.push(refusedOne);
        if (refusedOne === undefined) return of('t1');
        refreshes += 1;
        return new Observable<string>((subscriber) => {
          subscriber.add(() => (left += 1));
          subscriber.add(refresh.subscribe(subscriber));
        });
      });
      const service = serviceThatTakes(() => valid);
      const client = createClient({ transport: service.transport, auth });
      const results = Array.from({ length: count }, (): Results => []);
      const walks = results.map((into) =>
        client.list(list).subscribe((result) => into.push(result)),
      );
      return {
        ...service,
        client,
        results,
        walks,
        refresh,
        stale,
        refreshes: () => refreshes,
        left: () => left,
        expire: (next: string) => (valid = next),
        release: () => {
          for (const respond of service.pending.splice(0)) respond();
        },
      };
    };

    it('is asked once for all that wait, those that begin meanwhile included', () => {
      const many = manyWalks(5);
      many.expire('t2');
      many.pending.shift()?.();
      const late = gather(many.client.list(list));
      many.release();
      expect(many.refreshes()).to.equal(1);
      expect(many.requests).to.have.length(5);
      many.refresh.next('t2');
      many.release();
      expect([...many.results, late]).to.deep.equal(Array(6).fill([object(2)]));
      expect(many.stale).to.deep.equal([undefined, 't1']);
      expect(credentialsOf(many.requests)).to.deep.equal([
        ...Array<string>(5).fill('t1'),
        ...Array<string>(6).fill('t2'),
      ]);
    });

    it('one that leaves takes nothing from the others', () => {
      const many = manyWalks(3);
      many.expire('t2');
      many.release();
      many.walks[0]?.unsubscribe();
      expect(many.left()).to.equal(0);
      many.refresh.next('t2');
      many.release();
      expect(many.results).to.deep.equal([[], [object(2)], [object(2)]]);
      expect(many.requests).to.have.length(3 + 2);
      expect(many.refreshes()).to.equal(1);
    });

    it('law 9: when all have left the source is left too, and the next walk asks anew', () => {
      const many = manyWalks(2);
      many.expire('t2');
      many.release();
      for (const walk of many.walks) walk.unsubscribe();
      expect(many.left()).to.equal(1);
      expect(many.requests).to.have.length(2);
      const next = gather(many.client.list(list));
      expect(many.refreshes()).to.equal(2);
      many.refresh.next('t2');
      many.release();
      expect(next).to.deep.equal([object(2)]);
      expect(many.stale).to.deep.equal([undefined, 't1', 't1']);
    });

    it('a 401 for a credential that was replaced meanwhile uses the new one, without asking', () => {
      const { asked, auth } = counting();
      const { transport, requests, pending } = serviceThatTakes(() => 't2');
      const client = createClient({ transport, auth });
      const results: Results = [];
      for (let n = 0; n < 2; n++) client.list(list).subscribe((result) => results.push(result));
      const late = pending.pop();
      pending.shift()?.();
      pending.shift()?.();
      expect(results).to.deep.equal([object(2)]);
      late?.();
      expect(asked).to.deep.equal([undefined, 't1']);
      pending.shift()?.();
      expect(results).to.deep.equal([object(2), object(2)]);
      expect(credentialsOf(requests)).to.deep.equal(['t1', 't1', 't2', 't2']);
    });

    it('also when it is the fresh one that was replaced by another walk', () => {
      const { asked, auth } = counting();
      const answers = Array.from({ length: 5 }, () => new Subject<Answer>());
      const { transport, requests } = scriptedTransport(...answers);
      const client = createClient({ transport, auth });
      const results = gather(client.list(list));
      answers[0]?.next(refused);
      client.list(list).subscribe();
      answers[2]?.next(refused);
      answers[1]?.next(refused);
      answers[4]?.next(second);
      expect(credentialsOf(requests)).to.deep.equal(['t1', 't2', 't2', 't3', 't3']);
      expect(results).to.deep.equal([object(2)]);
      expect(asked).to.deep.equal([undefined, 't1', 't2']);
    });

    it('a walk that has had its fresh one does not ask again, though the other walk that asked got none', () => {
      const asked: Array<string | undefined> = [];
      const given = [of('t1'), of('t2'), throwError(() => 'down')];
      const auth = bearer((stale) => given[asked.push(stale) - 1] ?? of('t9'));
      const answers = Array.from({ length: 4 }, () => new Subject<Answer>());
      const { transport, requests } = scriptedTransport(...answers);
      const client = createClient({ transport, auth });
      const results = gather(client.list(list));
      answers[0]?.next(refused);
      client.list(list).subscribe((result) => results.push(result));
      answers[2]?.next(refused);
      answers[1]?.next(refused);
      expect(results).to.deep.equal([
        unauthorized(1, 'the credential source failed'),
        unauthorized(2),
      ]);
      expect(asked).to.deep.equal([undefined, 't1', 't2']);
      expect(requests).to.have.length(3);
    });

    it('a walk whose every credential is refused, with a newer one at hand each time, ends after the third', () => {
      const credentials = new BehaviorSubject('t1');
      let sent = 0;
      const transport: Transport = () => {
        sent += 1;
        credentials.next(`t${sent + 1}`);
        return of(refused);
      };
      const results = gather(createClient({ transport, auth: bearer(credentials) }).list(list));
      expect(sent).to.equal(3);
      expect(results).to.deep.equal([unauthorized(3)]);
    });

    it('whatever the order in which answers, refusals and refreshes come, every walk ends once', () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 5 }),
          fc.array(fc.nat({ max: 20 }), { maxLength: 80 }),
          fc.array(fc.constantFrom('expire', 'fail', 'none'), { maxLength: 6 }),
          (count, order, fates) => {
            let valid = 1;
            let given = 0;
            const refreshes: Array<Subject<string>> = [];
            const auth = bearer(() => {
              const refresh = new Subject<string>();
              refreshes.push(refresh);
              return refresh;
            });
            const { transport, requests, pending } = serviceThatTakes(() => `t${valid}`);
            const client = createClient({ transport, auth });
            const ends = Array.from({ length: count }, () => 0);
            let errors = 0;
            ends.forEach((_, walk) =>
              client.list(list).subscribe({
                complete: () => (ends[walk] = (ends[walk] ?? 0) + 1),
                error: () => errors++,
              }),
            );
            const answerRefresh = (): void => {
              const refresh = refreshes.shift();
              const fate = fates[given++];
              if (fate === 'fail') refresh?.error(new Error('down'));
              else if (fate === 'expire') refresh?.next(`t${valid++}`);
              else refresh?.next(`t${valid}`);
            };
            for (let n = 0; n < 500 && pending.length + refreshes.length > 0; n++) {
              const choice = (order[n] ?? 0) % (pending.length + refreshes.length);
              // At most one question is open at a time: nobody asks while another waits for an answer.
              expect(refreshes.length).to.be.at.most(1);
              if (choice < pending.length) pending.splice(choice, 1)[0]?.();
              else answerRefresh();
            }
            expect(ends).to.deep.equal(ends.map(() => 1));
            expect(errors).to.equal(0);
            expect(requests.length).to.be.at.most(5 * count);
          },
        ),
      );
    });
  });

  describe('among other failures', () => {
    for (const [what, each] of [
      ['never', [busy]],
      ['once', [refused, busy]],
      ['twice', [refused, refused, busy]],
    ] as const) {
      it(
        `law 11: attempts: 3 is three requests that fail, and those of credentials that were ${what} refused before each`,
        marbles(({ flush }) => {
          const credentials = new BehaviorSubject('t1');
          const answers = [...each, ...each, ...each];
          const { transport, requests } = scriptedTransport(...answers, second);
          const sending: Transport = (request) => {
            credentials.next(`t${requests.length + 2}`);
            return transport(request);
          };
          const results: Results = [];
          const client = createClient({
            transport: sending,
            auth: bearer(credentials),
            retry: { attempts: 3 },
          });
          client.list(list).subscribe((result) => results.push(result));
          flush();
          expect(requests).to.have.length(answers.length);
          const progress = { pages: 0, objects: 0, attempts: answers.length };
          expect(results).to.have.length(1);
          expect(results[0]).to.have.deep.nested.property('left.progress', progress);
        }),
      );
    }
  });

  describe('in one go', () => {
    it('a source that starts a walk of the same client while it is asked does not ask itself', () => {
      let asked = 0;
      const results: Results = [];
      const { transport, requests } = scriptedTransport(refused, second, second);
      const client = createClient({
        transport,
        auth: bearer(() => {
          asked += 1;
          if (asked === 2) client.list(list).subscribe((result) => results.push(result));
          return of(`t${asked}`);
        }),
      });
      client.list(list).subscribe((result) => results.push(result));
      expect(results).to.deep.equal([object(2), object(2)]);
      expect(credentialsOf(requests)).to.deep.equal(['t1', 't2', 't2']);
      expect(asked).to.equal(2);
    });

    it('law 10: many pages whose credentials are refused each time complete', () => {
      const many = sizeOf(800, 5_000);
      const { auth } = counting();
      let requests = 0;
      const transport: Transport = () => {
        const n = requests++;
        return of(
          n % 2 === 0
            ? refused
            : ok({ data: [record(n)], ...(n < 2 * many - 1 && { nextPageToken: `${n}` }) }),
        );
      };
      let objects = 0;
      let isCompleted = false;
      createClient({ transport, auth })
        .list(list)
        .subscribe({
          next: (result) => (objects += E.isRight(result) ? 1 : 0),
          complete: () => (isCompleted = true),
        });
      expect([objects, isCompleted, requests]).to.deep.equal([many, true, 2 * many]);
    });
  });
});
