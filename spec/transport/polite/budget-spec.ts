import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import {
  asyncScheduler,
  defer,
  EMPTY,
  NEVER,
  of,
  Subject,
  switchMap,
  throwError,
  timer,
} from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import {
  type Budget,
  type Permit,
  polite,
  type PoliteOptions,
  type Transport,
} from '../../../src/index';
import { marbles } from '../../support/marbles';
import { type Answer, request, response } from '../support/politely';

const ok = response(200);

/** A budget that grants when it is told to, and remembers what it was told. */
const toldBudget = () => {
  const waiting: Array<Subject<Permit>> = [];
  const log: Array<string> = [];
  const told = (what: string): void => {
    log.push(`${what} ${asyncScheduler.now()}`);
  };
  let asks = 0;
  let permits = 0;
  const budget: Budget = {
    start: () =>
      defer(() => {
        const asked = new Subject<Permit>();
        asks += 1;
        waiting.push(asked);
        return asked;
      }),
    hold: (ms) => told(`hold ${ms} at`),
  };
  const grant = (index = waiting.findIndex((asked) => asked.observed)): void => {
    const permit = (permits += 1);
    const [asked] = waiting.splice(index, 1);
    asked?.next({ release: () => told(`release ${permit} at`) });
  };
  return {
    budget,
    log,
    grant,
    get asks() {
      return asks;
    },
    get waiting() {
      return waiting.filter((asked) => asked.observed).length;
    },
  };
};

/** A polite whose requests are never answered, and what it has sent. */
const silent = (options: PoliteOptions) => {
  const sent: Array<string> = [];
  const transport = polite(options)(({ url }) => {
    sent.push(url);
    return NEVER;
  });
  return { sent, transport };
};

/** A budget that grants everything at once. */
const generous: Budget = { start: () => of({ release: () => undefined }), hold: () => undefined };

describe('the budget of a polite', () => {
  it(
    'is asked before each start, beside the limits of the process',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const permit: Permit = { release: () => undefined };
      const asks = [
        cold('--p', { p: permit }),
        cold('(p|)', { p: permit }),
        cold('---p', { p: permit }),
      ];
      const answers = [
        cold<Answer>('--(o|)', { o: ok }),
        cold<Answer>('-(o|)', { o: ok }),
        cold<Answer>('-(o|)', { o: ok }),
      ];
      let asked = 0;
      let sent = 0;
      const budget: Budget = { start: () => asks[asked++] ?? NEVER, hold: () => undefined };
      const transport = polite({ concurrent: 1, budget })(() => answers[sent++] ?? NEVER);
      expectObservable(transport(request('a'))).toBe('----(o|)', { o: ok });
      expectObservable(transport(request('b'))).toBe('-----(o|)', { o: ok });
      expectObservable(transport(request('c'))).toBe('---------(o|)', { o: ok });
      for (const [index, sent] of ['--^-!', '----^!', '--------^!'].entries()) {
        expectSubscriptions(asks[index]?.subscriptions ?? []).toBe(
          ['^-!', '----(^!)', '-----^--!'][index] ?? '',
        );
        expectSubscriptions(answers[index]?.subscriptions ?? []).toBe(sent);
      }
    }),
  );

  it('is asked for no more than may start, and by nobody whose time has not come', () => {
    const told = toldBudget();
    const { sent, transport } = silent({
      concurrent: 3,
      perMinute: 2,
      burst: 2,
      budget: told.budget,
    });
    const requests = ['a', 'b', 'c', 'd'].map((url) => transport(request(url)).subscribe());
    expect(told.asks).to.equal(2);
    told.grant();
    told.grant();
    expect(sent).to.deep.equal(['a', 'b']);
    expect(told.asks).to.equal(2);
    for (const each of requests) each.unsubscribe();
  });

  it('serves those who wait in their order, whichever question it answers first', () => {
    const told = toldBudget();
    const { sent, transport } = silent({ budget: told.budget });
    for (const url of ['a', 'b', 'c']) transport(request(url)).subscribe();
    for (const index of [2, 0, 0]) told.grant(index);
    expect(sent).to.deep.equal(['a', 'b', 'c']);
  });

  const endings: Readonly<Record<string, Transport>> = {
    'an answer': () => of(ok),
    'a failure': () => of<Answer>(E.left({ _tag: 'TimedOut', after: 1 })),
    'no answer': () => EMPTY,
    'an error': () => throwError(() => new Error('of the transport')),
    'a transport that throws': () => {
      throw new Error('of the transport');
    },
  };
  for (const [what, ending] of Object.entries(endings)) {
    it(`gets its permit back, once, after ${what}`, () => {
      const told = toldBudget();
      polite({ budget: told.budget })(ending)(request('a')).subscribe({ error: () => undefined });
      expect(told.log).to.deep.equal([]);
      told.grant();
      expect(told.log.map((line) => line.split(' at')[0])).to.deep.equal(['release 1']);
    });
  }

  it('gets its permit back when the request is unsubscribed in flight', () => {
    const told = toldBudget();
    const inFlight = silent({ budget: told.budget }).transport(request('a')).subscribe();
    told.grant();
    expect(told.log).to.have.lengthOf(0);
    inFlight.unsubscribe();
    expect(told.log).to.have.lengthOf(1);
  });

  it('is left by those who unsubscribe while they wait; who came first keeps the first turn', () => {
    const told = toldBudget();
    const { sent, transport } = silent({ budget: told.budget });
    const first = transport(request('a')).subscribe();
    transport(request('b')).subscribe();
    expect(told.waiting).to.equal(2);
    first.unsubscribe();
    expect(told.waiting).to.equal(1);
    expect(told.asks).to.equal(2);
    told.grant();
    expect(sent).to.deep.equal(['b']);
    expect(told.waiting).to.equal(0);
  });

  it('is told when the service asks for silence, for how long, and is asked by nobody until that is over', () => {
    const told = toldBudget();
    const asked: Array<number> = [];
    new TestScheduler(() => undefined).run(() => {
      const answers = [
        response(429, { 'retry-after': '2' }),
        response(503, { 'retry-after': '7200' }),
        response(429),
        response(429),
        response(503),
        response(429, { 'retry-after': '0' }),
      ];
      const transport = polite({ concurrent: 1, budget: told.budget })(() =>
        of(answers.shift() ?? ok),
      );
      for (let index = 0; index < 7; index += 1) transport(request('a')).subscribe();
      const grantNext = (): void => {
        if (told.waiting === 0) return;
        asked.push(asyncScheduler.now());
        told.grant();
      };
      for (let second = 0; second < 700; second += 1)
        timer(second * 1_000 + 1).subscribe(grantNext);
    });
    expect(told.log.filter((line) => line.startsWith('hold'))).to.deep.equal([
      'hold 2000 at 1',
      'hold 600000 at 3001',
      'hold 1000 at 604001',
      'hold 2000 at 606001',
    ]);
    expect(asked).to.deep.equal([1, 3_001, 604_001, 606_001, 609_001, 610_001, 611_001]);
  });

  it('law 30: a start that was granted more than a second ago is asked for again', () => {
    for (const [late, asks, sent] of [
      [1_000, 2, ['a', 'b']],
      [1_001, 3, ['a']],
    ] as const) {
      const told = toldBudget();
      const seen: Array<string> = [];
      const scheduler = new TestScheduler(() => undefined);
      scheduler.run(() => {
        const transport = polite({ budget: told.budget })(({ url }) => {
          seen.push(url);
          if (url === 'a') {
            // What a listener does with the event loop: b's permit comes meanwhile, and its time passes.
            told.grant();
            scheduler.frame += late;
          }
          return NEVER;
        });
        transport(request('a')).subscribe();
        transport(request('b')).subscribe();
        told.grant();
      });
      expect(seen).to.deep.equal(sent);
      expect(told.asks).to.equal(asks);
      expect(told.log).to.deep.equal(asks === 3 ? ['release 2 at 1001'] : []);
    }
  });

  /** A budget that grants everything, and then fails at whatever it is told. */
  const failing = (): never => {
    throw new Error('the store is gone');
  };
  for (const [what, ending] of Object.entries<Transport>({
    ...endings,
    silence: () => of(response(429)),
  })) {
    it(`whose release and hold throw after ${what} stops nobody, and changes no answer`, () => {
      const answered: Array<string> = [];
      const seen: Array<unknown> = [];
      const bare: Array<unknown> = [];
      const hear = (transport: Transport, into: Array<unknown>): void => {
        transport(request('a')).subscribe({
          next: (answer) => into.push(answer),
          error: (error: Error) => into.push(error.message),
          complete: () => into.push('end'),
        });
      };
      new TestScheduler(() => undefined).run(() => {
        const permit: Permit = { release: failing };
        const limits = polite({
          concurrent: 1,
          budget: { start: () => of(permit), hold: failing },
        });
        const later: Transport = (asked) => timer(1).pipe(switchMap(() => ending(asked)));
        hear(later, bare);
        hear(limits(later), seen);
        for (const url of ['b', 'c'])
          limits(() => of(ok))(request(url)).subscribe(() => answered.push(url));
      });
      expect(seen).to.deep.equal(bare);
      expect(answered).to.deep.equal(['b', 'c']);
    });
  }

  const broken: Readonly<Record<string, readonly [start: Budget['start'], message: string]>> = {
    errors: [() => throwError(() => new Error('no such table')), 'no such table'],
    throws: [
      () => {
        throw new Error('no such table');
      },
      'no such table',
    ],
    'gives something else': [
      () => of(undefined as unknown as Permit),
      'gave something that is not a permit',
    ],
    'completes without a permit': [() => EMPTY, 'completed without a permit'],
  };
  for (const [what, [start, message]] of Object.entries(broken)) {
    it(`that ${what} ends every request that waits for it, with the error`, () => {
      const transport = polite({ concurrent: 2, budget: { ...generous, start } })(() => of(ok));
      const seen: Array<string> = [];
      for (const url of ['a', 'b', 'c']) {
        transport(request(url)).subscribe({
          error: (error: Error) => seen.push(`${url}: ${error.message}`),
        });
      }
      expect(seen).to.have.lengthOf(3);
      for (const line of seen) expect(line).to.include(message);
    });
  }

  it('law 10: grants 20,000 starts synchronously', () => {
    let sent = 0;
    const transport = polite({ concurrent: 1, budget: generous })(() => of(ok));
    const ask = (): void => {
      transport(request('a')).subscribe(() => {
        sent += 1;
        if (sent < 20_000) ask();
      });
    };
    ask();
    expect(sent).to.equal(20_000);
  });
});
