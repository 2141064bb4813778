import { expect } from 'chai';
import { type Either, left, right } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { from } from 'rxjs';
import { type InvalidObject, skipInvalid, type WalkEnd, type WalkError } from '../../../src/index';
import { gather } from '../../support/collect';
import { errorsAt } from '../../support/walkErrors';
import { inMarbles } from '../../support/marbles';
import { operatorCases } from '../../support/operatorCases';

describe('skipInvalid', () => {
  const { InvalidObject: invalid, ...ends } = errorsAt(O.none);
  const output: Record<string, Either<WalkEnd, string>> = {
    a: right('a'),
    b: right('b'),
    x: left(ends.TimedOut),
  };
  const input: Record<string, Either<WalkError, string>> = { ...output, i: left(invalid) };

  operatorCases<Either<WalkError, string>, Either<WalkEnd, string>>(
    () => skipInvalid(),
    input,
    output,
    [
      {
        what: 'drops invalid objects and keeps the Left that ends the walk',
        source: '--a--i--b--(x|)',
        expected: '--a-----b--(x|)',
      },
      { what: 'one value', source: '-a-|', expected: '-a-|' },
      { what: 'invalid objects only', source: '-i-i|', expected: '----|' },
    ],
  );

  it('keeps a Left of every other tag as it is', () => {
    const lefts = Object.values(ends).map((end) => left<WalkError>(end));
    const kept = gather(from(lefts).pipe(skipInvalid()));
    expect(kept).to.have.lengthOf(9);
    expect(kept).to.deep.equal(lefts);
  });

  it('tells of each object that it drops, once and in order', () => {
    const told: Array<InvalidObject> = [];
    const second = { ...invalid, index: 4 };
    from<ReadonlyArray<Either<WalkError, number>>>([
      left(invalid),
      right(1),
      left(second),
      left(ends.TimedOut),
    ])
      .pipe(skipInvalid((error) => told.push(error)))
      .subscribe();
    expect(told).to.deep.equal([invalid, second]);
  });

  it('an exception of onInvalid goes to the error channel', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const thrown = new Error('of the program');
      const source = cold('-a-i-b|', input);
      const skipped = source.pipe(
        skipInvalid(() => {
          throw thrown;
        }),
      );
      expectObservable(skipped).toBe('-a-#', output, thrown);
      expectSubscriptions(source.subscriptions).toBe('^--!');
    }));
});
