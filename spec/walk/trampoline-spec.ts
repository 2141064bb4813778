import { expect } from 'chai';
import { expand, EMPTY, type Observable, of, Subscription, take } from 'rxjs';
import { trampoline } from '../../src/walk/trampoline';
import { sizeOf } from '../support/sizes';

describe('trampoline', () => {
  it('law 10: turns a recursion of many synchronous steps into a loop', () => {
    const many = sizeOf(20_000, 100_000);
    const inTurn = trampoline();
    const step = (n: number): Observable<number> => inTurn(() => of(n));
    let last = 0;
    step(0)
      .pipe(expand((n) => (n < many ? step(n + 1) : EMPTY)))
      .subscribe((n) => (last = n));
    expect(last).to.equal(many);
  });

  it('law 3: does not subscribe for a subscriber that has gone', () => {
    const inTurn = trampoline();
    const asked: Array<string> = [];
    const ask = (name: string): Observable<string> =>
      inTurn(() => {
        asked.push(name);
        return of(name);
      });
    const later = new Subscription();
    ask('a').subscribe(() => {
      later.add(ask('b').subscribe());
      later.unsubscribe();
    });
    ask('c')
      .pipe(
        expand(() => ask('d')),
        take(1),
      )
      .subscribe();
    expect(asked).to.deep.equal(['a', 'c']);
  });
});
