import { expect } from 'chai';
import fc from 'fast-check';
import {
  asyncScheduler,
  defer,
  EMPTY,
  NEVER,
  of,
  Subject,
  throwError,
  timer,
  map,
  take,
} from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { polite, type PoliteState, type Transport } from '../../../src/index';
import { pendingTimers } from '../../support/inVirtualTime';
import { marbles } from '../../support/marbles';
import { type Answer, noting, politely, request, response } from '../support/politely';
import { sizeOf } from '../../support/sizes';

const ok = response(200);

describe('law 15: polite keeps its limits', () => {
  it(
    'of less than one request a minute, one in so many minutes',
    politely(() => polite({ perMinute: 0.5 }), {
      asked: '   (ab)',
      answered: { a: '(o|)', b: '(o|)' },
      sent: { a: '(^!)', b: '120s (^!)' },
    }),
  );

  it('any requests, any limits: neither is ever broken, the order is kept, and no start comes later than it must', () => {
    const times = fc.array(fc.record({ at: fc.nat(200_000), takes: fc.nat(30_000) }), {
      maxLength: 30,
    });
    const limits = fc.record({
      concurrent: fc.integer({ min: 1, max: 4 }),
      perMinute: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(times, limits, (requests, { concurrent, perMinute }) => {
        // Parts of a millisecond, so that no two timers are due together: the TestScheduler fails where one clears the other.
        const asked = [...requests]
          .sort((a, b) => a.at - b.at)
          .map(({ at, takes }, index) => ({
            at: at + index / 64,
            takes: takes + index / 4096 + 1 / 8192,
          }));
        const started: Array<{
          readonly index: number;
          readonly at: number;
          readonly until: number;
        }> = [];
        new TestScheduler(() => undefined).run(() => {
          const transport = polite({ concurrent, perMinute, burst: perMinute })(({ url }) =>
            defer(() => {
              const index = Number(url);
              const at = asyncScheduler.now();
              const takes = asked[index]?.takes ?? 0;
              started.push({ index, at, until: at + takes });
              return timer(takes).pipe(map(() => ok));
            }),
          );
          for (const [index, { at }] of asked.entries()) {
            timer(at).subscribe(() => transport(request(String(index))).subscribe());
          }
        });
        expect(started.map(({ index }) => index)).to.deep.equal(asked.map((_, index) => index));
        for (const [index, { at }] of started.entries()) {
          const before = started.slice(0, index);
          const ends = before.map(({ until }) => until).sort((a, b) => b - a);
          const free = ends[concurrent - 1] ?? 0;
          const window = (before[index - perMinute]?.at ?? -60_000) + 60_000;
          const turn = before[index - 1]?.at ?? 0;
          expect(at).to.equal(Math.max(asked[index]?.at ?? 0, free, window, turn));
        }
      }),
    );
  });
});

describe('law 15: the line of a polite', () => {
  it(
    'a subscriber that unsubscribes while waiting leaves the line and sends nothing',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const slow = cold<Answer>('-----(o|)', { o: ok });
      const left = cold<Answer>('-(o|)', { o: ok });
      const next = cold<Answer>('-(o|)', { o: ok });
      const exchanges: Record<string, typeof slow> = { slow, left, next };
      const transport = polite({ concurrent: 1 })(({ url }) => exchanges[url] ?? NEVER);
      expectObservable(transport(request('slow')));
      expectObservable(transport(request('left')), '^--!').toBe('---');
      expectObservable(transport(request('next'))).toBe('------(o|)', { o: ok });
      expectSubscriptions(left.subscriptions).toBe([]);
      expectSubscriptions(next.subscriptions).toBe('-----^!');
    }),
  );

  it(
    'a subscriber that unsubscribes in flight aborts the request and makes room at once',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first = cold<Answer>('-');
      const second = cold<Answer>('-(o|)', { o: ok });
      const transport = polite({ concurrent: 1 })(({ url }) => (url === 'first' ? first : second));
      expectObservable(transport(request('first')), '^--!').toBe('---');
      expectObservable(transport(request('second'))).toBe('----(o|)', { o: ok });
      expectSubscriptions(first.subscriptions).toBe('^--!');
      expectSubscriptions(second.subscriptions).toBe('---^!');
    }),
  );

  const endings: ReadonlyArray<readonly [how: string, transport: Transport]> = [
    [
      'throws',
      () => {
        throw new Error('of the transport');
      },
    ],
    ['errors', () => throwError(() => new Error('of the transport'))],
    ['completes without a value', () => EMPTY],
    ['answers synchronously', () => of(ok)],
    ['emits two values', () => of(ok, ok)],
  ];
  for (const [how, ending] of endings) {
    it(`a transport that ${how} frees its slot, once`, () => {
      const later = new Subject<Answer>();
      let sent = 0;
      const transport = polite({ concurrent: 1 })((asked) => {
        if (asked.url === 'bad') return ending(asked);
        sent += 1;
        return later;
      });
      const ignored = { error: () => undefined };
      transport(request('bad')).subscribe(ignored);
      transport(request('bad')).subscribe(ignored);
      transport(request('a')).subscribe();
      transport(request('b')).subscribe();
      expect(sent).to.equal(1);
      later.complete();
      expect(sent).to.equal(2);
    });
  }

  it('is shared by all transports of one polite, and by no other', () => {
    const sent: Array<string> = [];
    const named =
      (name: string): Transport =>
      () => {
        sent.push(name);
        return NEVER;
      };
    const limits = polite({ concurrent: 1 });
    limits(named('one'))(request('a')).subscribe();
    limits(named('two'))(request('a')).subscribe();
    polite({ concurrent: 1 })(named('three'))(request('a')).subscribe();
    expect(sent).to.deep.equal(['one', 'three']);
  });

  it('a subscriber that is gone before the subscription is made does not wait in the line', () => {
    const { starts, transport } = noting(() => of(ok));
    const limited = polite({ concurrent: 1 })(transport);
    limited(request('a')).pipe(take(0)).subscribe();
    limited(request('a')).subscribe();
    expect(starts).to.have.lengthOf(1);
  });

  it('law 10: many that wait and are answered synchronously complete', () => {
    const many = sizeOf(10_000, 100_000);
    const first = new Subject<Answer>();
    let answered = 0;
    const transport = polite({ concurrent: 1 })(({ url }) => (url === 'first' ? first : of(ok)));
    transport(request('first')).subscribe();
    for (let index = 0; index < many; index += 1) {
      transport(request('a')).subscribe(() => {
        answered += 1;
      });
    }
    expect(answered).to.equal(0);
    first.complete();
    expect(answered).to.equal(many);
  });

  it('no timer remains when nobody waits', () => {
    const before = pendingTimers();
    const transport = polite({ perMinute: 1 })(() => of(response(429, { 'retry-after': '60' })));
    transport(request('a')).subscribe();
    expect(pendingTimers()).to.equal(before);
    const one = transport(request('a')).subscribe();
    const two = transport(request('a')).subscribe();
    expect(pendingTimers()).to.equal(before + 1);
    one.unsubscribe();
    expect(pendingTimers()).to.equal(before + 1);
    two.unsubscribe();
    expect(pendingTimers()).to.equal(before);
  });

  it(
    'a timeout counts from the start of its request',
    marbles(({ cold, expectObservable }) => {
      const timedOut: Answer = { _tag: 'Left', left: { _tag: 'TimedOut', after: 3 } };
      const transport = polite({ concurrent: 1 })(({ url }) =>
        url === 'slow' ? cold<Answer>('10ms (o|)', { o: ok }) : timer(3).pipe(map(() => timedOut)),
      );
      expectObservable(transport(request('slow')));
      expectObservable(transport(request('timed'))).toBe('13ms (x|)', { x: timedOut });
    }),
  );
});

describe('law 15: the state of a polite', () => {
  const states = (limits: ReturnType<typeof polite>): Array<PoliteState> => {
    const seen: Array<PoliteState> = [];
    limits.state.subscribe((state) => seen.push(state));
    return seen;
  };

  it('is told at once and after each change', () => {
    const limits = polite({ concurrent: 1 });
    const seen = states(limits);
    const first = new Subject<Answer>();
    const transport = limits(() => first);
    transport(request('a')).subscribe();
    const waiting = transport(request('b')).subscribe();
    waiting.unsubscribe();
    first.complete();
    const idle = { waiting: 0, inFlight: 0 };
    const busy = { waiting: 0, inFlight: 1 };
    expect(seen).to.deep.equal([idle, busy, { ...busy, waiting: 1 }, busy, idle]);
    expect(states(limits)).to.deep.equal([idle]);
  });

  it(
    'tells until when the service wants no request, and that it is over when the line moves',
    marbles(({ expectObservable }) => {
      const limits = polite({});
      const transport = limits(({ url }) =>
        of(url === 'a' ? response(429, { 'retry-after': '2' }) : ok),
      );
      const held = { waiting: 0, inFlight: 0, heldUntil: 2_001 };
      expectObservable(limits.state).toBe('if---w 1995ms s', {
        i: { waiting: 0, inFlight: 0 },
        f: held,
        w: { ...held, waiting: 1 },
        s: { waiting: 0, inFlight: 0 },
      });
      timer(1).subscribe(() => transport(request('a')).subscribe());
      timer(5).subscribe(() => transport(request('b')).subscribe());
    }),
  );

  it(
    'tells that a hold is over though nobody waits',
    marbles(({ expectObservable }) => {
      const limits = polite({});
      const idle = { waiting: 0, inFlight: 0 };
      limits(() => of(response(429, { 'retry-after': '2' })))(request('a')).subscribe();
      const told = { h: { ...idle, heldUntil: 2_000 }, i: idle };
      expectObservable(limits.state).toBe('h 1999ms i', told);
      expectObservable(limits.state, '500ms ^ 3s !').toBe('500ms h 1499ms i', told);
    }),
  );

  it('needs a timer only while somebody listens', () => {
    const before = pendingTimers();
    const limits = polite({});
    limits(() => of(response(429, { 'retry-after': '60' })))(request('a')).subscribe();
    expect(pendingTimers()).to.equal(before);
    const told = limits.state.subscribe();
    expect(pendingTimers()).to.equal(before + 1);
    told.unsubscribe();
    expect(pendingTimers()).to.equal(before);
  });

  it('is the newest one for every listener, though one of them makes a change', () => {
    const limits = polite({ concurrent: 1 });
    const transport = limits(() => NEVER);
    let isFirst = true;
    limits.state.subscribe(({ inFlight }) => {
      if (inFlight === 1 && isFirst) {
        isFirst = false;
        transport(request('b')).subscribe();
      }
    });
    const seen = states(limits);
    transport(request('a')).subscribe();
    expect(seen.at(-1)).to.deep.equal({ waiting: 1, inFlight: 1 });
  });
});
