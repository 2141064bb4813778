import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, ignoreElements, map, type Observable, range, timer } from 'rxjs';
import { type ObjectRecord, pastLimit, type WalkError } from '../../../src/index';
import { heapUsed } from '../../support/cost/heap';
import { errorsAt } from '../../support/walkErrors';

const errors = errorsAt(O.none);

describe('law 16: the keys of a range', () => {
  it('are kept only until its parts are walked', async () => {
    const most = 20_000;
    const limited = (name: string): Observable<E.Either<WalkError, ObjectRecord<string>>> =>
      concat(
        // Turns of the event loop between the walks: nothing of them is on the stack.
        timer(0).pipe(ignoreElements()),
        range(0, most).pipe(
          map((index) =>
            E.right({ properties: `a key that is long enough to be seen ${name} ${index}` }),
          ),
        ),
        name.endsWith('part') ? [] : [E.left(errors.RetrievalLimitExceeded)],
      );
    const heaps: Array<number> = [];
    await new Promise<void>((resolve, reject) => {
      let came = 0;
      pastLimit({
        ranges: Array.from({ length: 20 }, (_, index) => `range ${index}`),
        walk: limited,
        split: (range) => [`${range}, its part`],
        key: ({ properties }) => properties,
      }).subscribe({
        next: () => {
          came += 1;
          if (came % 100_000 === 0) heaps.push(heapUsed());
        },
        complete: resolve,
        error: reject,
      });
    });
    expect(heaps).to.have.lengthOf(8);
    // All of them would be 800,000 keys, over 60 MB. Each is compared to the others: what was there before may go meanwhile.
    expect(Math.max(...heaps) - Math.min(...heaps)).to.be.below(30_000_000);
  });
});
