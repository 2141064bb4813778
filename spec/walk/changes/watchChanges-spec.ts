import { expect } from 'chai';
import { isRight, right } from 'fp-ts/Either';
import { defer, EMPTY, NEVER, of, take, throwError } from 'rxjs';
import { watchChanges } from '../../../src/index';
import { inMarbles, inTurn } from '../../support/marbles';
import { sizeOf } from '../../support/sizes';
import { input, options, output, type Result, thing, type Told } from './support/things';

const mine = new Error('mine');

describe('law 24: watchChanges', () => {
  it('the first turn tells every object as Added, each later one the changes since', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const walks = ['-a-b-|', '-A-b|', '-A-c-|'].map((walk) => cold(walk, input));
      expectObservable(watchChanges(inTurn(...walks), { ...options, every: 3 })).toBe(
        '-a-b-----A--------c-y---',
        output,
      );
      expectSubscriptions(walks[0]?.subscriptions ?? []).toBe('^----!');
      expectSubscriptions(walks[1]?.subscriptions ?? []).toBe('--------^---!');
      expectSubscriptions(walks[2]?.subscriptions ?? []).toBe('---------------^----!');
    }));

  it('a Left is passed on and does not end it: what was told is known, and the next turn goes on from there', () =>
    inMarbles(({ cold, expectObservable }) => {
      const walks = ['a-b-|', 'A-(t|)', 'Ai-|', 'A|'].map((walk) => cold(walk, input));
      expectObservable(watchChanges(inTurn(...walks), { ...options, every: 2 })).toBe(
        'a-b---A-t--i----y--',
        output,
      );
    }));

  it('a turn that has not ended is waited for: one walk at a time', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const walk = cold('a---------|', input);
      expectObservable(watchChanges(walk, { ...options, every: 1 }), '^-------------!').toBe(
        'a-',
        output,
      );
      expectSubscriptions(walk.subscriptions).toBe(['^---------!', '-----------^--!']);
    }));

  it('unsubscribing leaves the walk, or the wait', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const walk = cold('a---|', input);
      const wait = cold('---w');
      expectObservable(watchChanges(walk, { ...options, every: () => wait }), '^-----!').toBe(
        'a',
        output,
      );
      expectSubscriptions(walk.subscriptions).toBe('^---!');
      expectSubscriptions(wait.subscriptions).toBe('----^-!');
    }));

  it('every() is asked after each turn, and its first value, or its end, begins the next one', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const walk = cold('  a|', input);
      const value = cold('--w--w|');
      const end = cold('   ---|');
      const waits = [value, end];
      const every = () => waits.shift() ?? NEVER;
      expectObservable(watchChanges(walk, { ...options, every })).toBe('a', output);
      expectSubscriptions(value.subscriptions).toBe('-^-!');
      expectSubscriptions(end.subscriptions).toBe('  ----^--!');
      expectSubscriptions(walk.subscriptions).toBe(['^!', '---^!', '-------^!']);
    }));

  it('what every() throws, or its wait, goes to the error channel', () =>
    inMarbles(({ cold, expectObservable }) => {
      const fail = (): never => {
        throw mine;
      };
      expectObservable(watchChanges(cold('a-|', input), { ...options, every: fail })).toBe(
        'a-#',
        output,
        mine,
      );
      const failing = () => throwError(() => mine);
      expectObservable(watchChanges(cold('a-|', input), { ...options, every: failing })).toBe(
        'a-#',
        output,
        mine,
      );
    }));

  it('what key throws, and an error of the walk, end it on the error channel', () =>
    inMarbles(({ cold, expectObservable }) => {
      const key = (): never => {
        throw mine;
      };
      expectObservable(watchChanges(cold('-a-|', input), { key, every: 1 })).toBe(
        '-#',
        undefined,
        mine,
      );
      expectObservable(watchChanges(cold('-a-#', input), { ...options, every: 1 })).toBe(
        '-a-#',
        output,
      );
    }));

  it('a number may exceed 31 bits, and be Infinity', () => {
    for (const ms of [2 ** 31 - 2, 2 ** 31 - 1, 2 ** 31, 10 * 2 ** 31 + 5.5]) {
      inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
        const walk = cold('(a|)', input);
        expectObservable(watchChanges(walk, { ...options, every: ms }), `^ ${ms + 2}ms !`).toBe(
          'a',
          output,
        );
        expectSubscriptions(walk.subscriptions).toBe(['(^!)', `${ms}ms (^!)`]);
      });
    }
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const walk = cold('(a|)', input);
      expectObservable(
        watchChanges(walk, { ...options, every: Infinity }),
        '^ 99999999999ms !',
      ).toBe('a', output);
      expectSubscriptions(walk.subscriptions).toBe('(^!)');
    });
  });

  it('each subscription knows only its own, and nothing is asked before it', () => {
    let walks = 0;
    const walk = defer(() => {
      walks += 1;
      return of<Array<Result>>(input.a);
    });
    const watch = watchChanges(walk, { ...options, every: () => NEVER });
    expect(walks).to.equal(0);
    const told: Array<Told> = [];
    watch.subscribe((change) => told.push(change)).unsubscribe();
    watch.subscribe((change) => told.push(change)).unsubscribe();
    expect(told).to.deep.equal([output.a, output.a]);
  });

  it('law 10: many turns that end synchronously do not exhaust the stack', () => {
    const many = sizeOf(5_000, 100_000);
    let turn = 0;
    const walk = defer(() => of(right(thing('a', (turn += 1)))));
    let last = 0;
    watchChanges(walk, { ...options, every: () => EMPTY })
      .pipe(take(many))
      .subscribe((change) => {
        if (isRight(change) && change.right._tag !== 'Removed') last = Number(change.right.version);
      });
    expect(last).to.equal(many);
    expect(turn).to.equal(many);
  });
});
