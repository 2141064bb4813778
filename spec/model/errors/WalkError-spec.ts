import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import {
  isWalkError,
  matchWalkError,
  type WalkError,
  walkError,
  type WalkErrorTag,
} from '../../../src/index';
import { errorsAt } from '../../support/walkErrors';

const errors = errorsAt(O.none);
const tags = Object.keys(errors) as ReadonlyArray<WalkErrorTag>;
const progress = { pages: 1, objects: 2, attempts: 1 };

describe('walkError', () => {
  it('is plain data: the detail and its tag', () => {
    const error = walkError('TimedOut', { after: 5000, progress });
    expect(error).to.deep.equal({ _tag: 'TimedOut', after: 5000, progress });
    expect(JSON.parse(JSON.stringify(error))).to.deep.equal(error);
    expect(Object.getPrototypeOf(error)).to.equal(Object.prototype);
  });

  it('is not told another tag by its detail', () => {
    const detail = { after: 1, progress, _tag: 'HttpFailure' };
    expect(walkError('TimedOut', detail)._tag).to.equal('TimedOut');
  });
});

describe('isWalkError', () => {
  for (const tag of tags) {
    it(`knows ${tag} from every other tag`, () =>
      expect(tags.filter((other) => isWalkError(tag)(errors[other]))).to.deep.equal([tag]));
  }

  it('knows any of several tags', () => {
    const isPassing = isWalkError('TimedOut', 'NetworkFailure');
    expect(tags.filter((tag) => isPassing(errors[tag]))).to.have.members([
      'TimedOut',
      'NetworkFailure',
    ]);
  });
});

describe('matchWalkError', () => {
  const say =
    (word: string) =>
    (error: WalkError): readonly [string, WalkError] => [word, error];
  // What types forbid is in WalkError.types.ts.
  const handlers = Object.fromEntries(tags.map((tag) => [tag, say(tag)]));
  const match = matchWalkError<readonly [string, WalkError]>(handlers as never);

  for (const tag of tags) {
    it(`calls the handler of ${tag} with the error`, () => {
      const [called, error] = match(errors[tag]);
      expect(called).to.equal(tag);
      expect(error).to.equal(errors[tag]);
    });
  }
});
