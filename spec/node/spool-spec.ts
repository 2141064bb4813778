import { expect } from 'chai';
import {
  BehaviorSubject,
  defer,
  EMPTY,
  from,
  map,
  Observable,
  of,
  range,
  Subject,
  take,
  tap,
  throwError,
  timer,
} from 'rxjs';
import { spool } from '../../src/node/spool';
import { withValve } from '../../src/walk/valve/withValve';
import { collect } from '../support/collect';
import { inMarbles } from '../support/marbles';
import { operatorCases } from '../support/operatorCases';
import { large } from './support/large';
import { tooDeep } from './support/tooDeep';
import { sizeOf } from '../support/sizes';

const open = { ready: of(undefined) };

describe('spool', () => {
  operatorCases<string, string>(
    () => spool(open),
    { a: 'a', b: 'b', c: 'c' },
    { a: 'a', b: 'b', c: 'c' },
    [
      { what: 'one value', source: '  -a-|', expected: '-a-|', subscription: '^--!' },
      {
        what: 'many values',
        source: '-a-(bc)-|',
        expected: '-a-(bc)-|',
        subscription: '^-------!',
      },
      { what: 'values, then an error', source: '-ab-#', expected: '-ab-#', subscription: '^---!' },
    ],
  );

  it('law 13: the source runs to its end while the consumer is slow', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('abc|');
      const worked = withValve({ highWaterMark: 0 }, (valve) =>
        source.pipe(
          spool(valve),
          valve.concatMap((value) => timer(3).pipe(map(() => value))),
        ),
      );
      expectObservable(worked).toBe('   ---a--b--(c|)');
      expectSubscriptions(source.subscriptions).toBe('^--!');
    }));

  it('an error of the source comes in its place', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('abc#');
      expectObservable(source.pipe(spool({ ready: timer(3) }))).toBe('---a--b--(c#)');
      expectSubscriptions(source.subscriptions).toBe('^--!');
    }));

  it('an unsubscribe while values wait ends it at once', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('abc---|');
      expectObservable(source.pipe(spool({ ready: timer(3) })), '^---!').toBe('---a-');
      expectSubscriptions(source.subscriptions).toBe('^---!');
    }));

  it('an error of the valve passes, and the source is left', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('ab--|');
      expectObservable(source.pipe(spool({ ready: throwError(() => 'error') }))).toBe('#');
      expectSubscriptions(source.subscriptions).toBe('(^!)');
    }));

  it('law 4: no more than the mark and one are held behind it', async () => {
    let most = 0;
    await collect(
      withValve({ highWaterMark: 2 }, (valve) =>
        range(0, 50).pipe(
          spool(valve, { memory: 3 }),
          tap(() => (most = Math.max(most, valve.held + 1))),
          valve.concatMap((value) => Promise.resolve(value)),
        ),
      ),
    );
    expect(most).to.equal(3);
  });

  it('law 9: an unsubscribe inside next is the last that is heard, and no more is asked for', () => {
    let asked = 0;
    const ready = defer(() => of(asked++));
    const seen: Array<number> = [];
    const source = new Subject<number>();
    const isSeen = source.pipe(spool({ ready }), take(2)).subscribe((value) => {
      seen.push(value);
      if (value === 1) for (const next of [2, 3, 4]) source.next(next);
    });
    source.next(1);
    expect([seen, asked, isSeen.closed, source.observed]).to.deep.equal([[1, 2], 2, true, false]);
  });

  it('does not stay with a demand that lasts after it has come, and stays shut where it ends without coming', () => {
    const ready = new BehaviorSubject(undefined);
    let passed = 0;
    of(1, 2)
      .pipe(spool({ ready }))
      .subscribe(() => passed++);
    of(1, 2)
      .pipe(spool({ ready: EMPTY }))
      .subscribe(() => passed++);
    expect([passed, ready.observed]).to.deep.equal([2, false]);
  });

  it('law 9: an unsubscribe leaves the valve too', () => {
    const ready = new Subject<void>();
    const waiting = of(1).pipe(spool({ ready })).subscribe();
    expect(ready.observed).to.equal(true);
    waiting.unsubscribe();
    expect(ready.observed).to.equal(false);
  });

  it('law 10: many values that waited pass to a synchronous consumer', () => {
    const many = sizeOf(10_000, 100_000);
    const ready = new Subject<void>();
    let isOpen = false;
    let passed = 0;
    const demand = { ready: defer(() => (isOpen ? of(undefined) : ready)) };
    range(0, many)
      .pipe(spool(demand, { memory: Infinity }))
      .subscribe(() => passed++);
    expect(passed).to.equal(0);
    isOpen = true;
    ready.next();
    expect(passed).to.equal(many);
  });

  it('law 10: a source that is fed by its own consumer piles up no calls', () => {
    const source = new Subject<number>();
    const values: Array<number> = [];
    source.pipe(spool(open)).subscribe((value) => {
      values.push(value);
      if (value < 20_000) source.next(value + 1);
    });
    source.next(1);
    expect(values).to.deep.equal(Array.from({ length: 20_000 }, (_, index) => index + 1));
  });

  it('each subscription has a line of its own', async () => {
    const values = range(0, 4).pipe(map(large), spool(open, { memory: 0 }));
    const [one, other] = await Promise.all([collect(values), collect(values)]);
    expect(one).to.deep.equal(other).and.have.length(4);
  });

  for (const memory of [10, 0]) {
    const where = memory === 0 ? 'on disk' : 'in memory';

    it(`a value is as it was when it came, also if the source changes it later (${where})`, async () => {
      const counter = { count: 0, pad: 'x'.repeat(30_000) };
      const values = range(0, 6).pipe(
        map(() => Object.assign(counter, { count: counter.count + 1 })),
        spool({ ready: timer(0) }, { memory }),
      );
      expect((await collect(values)).map(({ count }) => count)).to.deep.equal([1, 2, 3, 4, 5, 6]);
    });

    it(`a value that cannot be copied is an error in its place (${where})`, async () => {
      const seen: Array<unknown> = [];
      let isLeft = false;
      const source = new Observable<unknown>((subscriber) => {
        for (const value of [1, 2, () => 'a function', 3]) subscriber.next(value);
        return () => (isLeft = true);
      });
      await new Promise<void>((resolve) =>
        source.pipe(spool({ ready: timer(1) }, { memory })).subscribe({
          next: (value) => seen.push(value),
          error: (error: unknown) => {
            seen.push(String(error));
            resolve();
          },
        }),
      );
      expect(isLeft).to.equal(true);
      expect(seen.slice(0, -1)).to.deep.equal([1, 2]);
      expect(seen.at(-1)).to.match(/^TypeError: spool: a value cannot be copied/);
    });
  }

  it('a value that turns out too deep when it is read back is an error in its place too', async () => {
    const seen: Array<unknown> = [];
    await new Promise<void>((resolve) =>
      from([{}, tooDeep(), {}])
        .pipe(spool({ ready: timer(1) }, { memory: 0 }))
        .subscribe({
          next: (value) => seen.push(value),
          error: (error: unknown) => {
            seen.push(String(error).slice(0, 43));
            resolve();
          },
        }),
    );
    expect(seen).to.deep.equal([{}, 'TypeError: spool: a value cannot be copied,']);
  });
});
