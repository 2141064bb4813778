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

  it('subscribes at once where nothing else is being subscribed to, and in the order of asking', () => {
    const inTurn = trampoline();
    const seen: Array<string> = [];
    const told = (name: string): Observable<string> => inTurn(() => of(name));
    told('a').subscribe((a) => {
      told('b').subscribe((b) => seen.push(b));
      told('c').subscribe((c) => seen.push(c));
      seen.push(a);
    });
    expect(seen).to.deep.equal(['a', 'b', 'c']);
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

  it('goes on after a step that throws', () => {
    const inTurn = trampoline();
    const seen: Array<string> = [];
    const broken = inTurn(() => {
      throw new Error('mine');
    });
    broken.subscribe({ error: () => seen.push('error') });
    inTurn(() => of('next')).subscribe((value) => seen.push(value));
    expect(seen).to.deep.equal(['error', 'next']);
  });
});
