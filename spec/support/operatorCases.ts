import { expect } from 'chai';
import { EMPTY, NEVER, Observable, type OperatorFunction, take } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { marbles } from './marbles';

export interface OperatorCase {
  readonly what: string;
  readonly source: string;
  readonly expected: string;
  /** When the source is subscribed and left. By default it is left when it is over. */
  readonly subscription?: string;
}

const untilOver = (source: string): string => {
  const over = TestScheduler.parseMarbles(source, undefined, undefined, undefined, true).at(-1);
  return `^${'-'.repeat((over?.frame ?? 1) - 1)}!`;
};

/** The cases that every operator must get right whatever it does, and the operator's own. */
export const operatorCases = <A, B>(
  operator: () => OperatorFunction<A, B>,
  input: Readonly<Record<string, A>>,
  output: Readonly<Record<string, B>>,
  cases: ReadonlyArray<OperatorCase>,
  error?: unknown,
): void => {
  for (const { what, source, expected, subscription } of cases) {
    it(
      what,
      marbles(({ cold, expectObservable, expectSubscriptions }) => {
        const source$ = cold(source, input);
        expectObservable(source$.pipe(operator())).toBe(expected, output, error);
        expectSubscriptions(source$.subscriptions).toBe(subscription ?? untilOver(source));
      }),
    );
  }

  it(
    'never and empty stay what they are',
    marbles(({ expectObservable }) => {
      expectObservable((NEVER as Observable<A>).pipe(operator())).toBe('-');
      expectObservable((EMPTY as Observable<A>).pipe(operator())).toBe('|');
    }),
  );

  it(
    'an error of the source passes',
    marbles(({ cold, expectObservable }) => {
      expectObservable(cold<A>('--#', input).pipe(operator())).toBe('--#');
    }),
  );

  it(
    'an early unsubscribe reaches the source',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold<A>('------|', input);
      expectObservable(source$.pipe(operator()), '^--!').toBe('---');
      expectSubscriptions(source$.subscriptions).toBe('^--!');
    }),
  );

  it('a synchronous source stops producing once take is satisfied', () => {
    const values = Object.values(input);
    let produced = 0;
    const endless = new Observable<A>((subscriber) => {
      while (!subscriber.closed && produced < 1_000)
        subscriber.next(values[produced++ % values.length] as A);
    });
    let taken = 0;
    endless.pipe(operator(), take(1)).subscribe({ next: () => taken++, error: () => taken++ });
    expect(taken).to.equal(1);
    expect(produced).to.be.at.most(values.length);
  });
};
