import { expect } from 'chai';
import { type Either, left, right } from 'fp-ts/Either';
import { of } from 'rxjs';
import { explain, orThrow, walkError, type WalkError, WalkFailure } from '../../../src/index';
import { operatorCases } from '../../support/operatorCases';

describe('orThrow', () => {
  const error = walkError('TimedOut', {
    after: 5,
    progress: { pages: 1, objects: 2, attempts: 1 },
  });
  const input: Record<string, Either<WalkError, string>> = {
    a: right('a'),
    b: right('b'),
    x: left(error),
  };

  operatorCases<Either<WalkError, string>, string>(
    () => orThrow(),
    input,
    { a: 'a', b: 'b' },
    [
      {
        what: 'unwraps values and throws at the first error',
        source: '--a--b--x--a|',
        expected: '--a--b--#',
        subscription: '^-------!',
      },
      { what: 'values only', source: '-a-b|', expected: '-a-b|' },
    ],
    new WalkFailure(error),
  );

  const thrownFor = (error: unknown): unknown => {
    let thrown: unknown;
    of(left(error))
      .pipe(orThrow())
      .subscribe({ error: (failure: unknown) => (thrown = failure) });
    return thrown;
  };

  it('throws an Error whose cause is the WalkError and whose message is its description', () => {
    expect(thrownFor(error)).to.be.instanceOf(Error).and.instanceOf(WalkFailure);
    expect(thrownFor(error)).to.include({
      cause: error,
      name: 'WalkFailure',
      message: explain(error),
    });
  });

  it('throws an Error that stands in a Left as it is', () => {
    const own = new RangeError('of the program');
    expect(thrownFor(own)).to.equal(own);
  });

  it('makes a WalkFailure of Superseded, with its description', () => {
    const superseded = { _tag: 'Superseded', id: 'employee' } as const;
    expect(thrownFor(superseded)).to.be.instanceOf(WalkFailure);
    expect(thrownFor(superseded)).to.have.property('cause', superseded);
    expect(thrownFor(superseded))
      .to.have.property('message', explain(superseded))
      .that.includes('employee');
  });

  it('makes anything else the cause of a WalkFailure, and prints it only where it is a text', () => {
    expect(thrownFor('after mapLeft(explain)')).to.have.property(
      'message',
      'after mapLeft(explain)',
    );
    for (const cause of [
      { _tag: 'Mine', secret: 'hush' },
      { secret: 'hush' },
      null,
      undefined,
      7,
      Symbol('s'),
      [],
    ]) {
      const thrown = thrownFor(cause);
      expect(thrown).to.be.instanceOf(WalkFailure);
      expect(thrown).to.have.property('cause', cause);
      expect(thrown)
        .to.have.property('message')
        .that.includes('not a WalkError')
        .and.not.includes('hush');
    }
  });
});
