import { expect } from 'chai';
import { type Either, left, right } from 'fp-ts/Either';
import { of } from 'rxjs';
import { describe as describeError } from '../../src/model/describe';
import { walkError, type WalkError } from '../../src/model/WalkError';
import { orThrow } from '../../src/walk/orThrow';
import { WalkFailure } from '../../src/walk/WalkFailure';
import { operatorCases } from '../support/operatorCases';

describe('orThrow', () => {
  const error = walkError('TimedOut', { after: 5, progress: { pages: 1, objects: 2, attempts: 1 } });
  const input: Record<string, Either<WalkError, string>> = { a: right('a'), b: right('b'), x: left(error) };

  operatorCases<Either<WalkError, string>, string>(
    () => orThrow(),
    input,
    { a: 'a', b: 'b' },
    [
      {
        what: 'unwraps values and throws at the first error',
        source: '      --a--b--x--a|',
        expected: '    --a--b--#',
        subscription: '^-------!',
      },
      { what: 'values only', source: '-a-b|', expected: '-a-b|', subscription: '^---!' },
    ],
    new WalkFailure(error),
  );

  it('throws an Error whose cause is the WalkError and whose message is its description', () => {
    let thrown: unknown;
    of<Either<WalkError, string>>(left(error))
      .pipe(orThrow())
      .subscribe({ error: (failure: unknown) => (thrown = failure) });
    expect(thrown).to.be.instanceOf(Error).and.instanceOf(WalkFailure);
    expect(thrown).to.have.property('cause', error);
    expect(thrown).to.have.property('name', 'WalkFailure');
    expect(thrown).to.have.property('message', describeError(error));
  });
});
