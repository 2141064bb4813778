import { type Either, left, right } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { untilLimit, type WalkError, type WalkErrorTag } from '../../../src/index';
import { inMarbles } from '../../support/marbles';
import { operatorCases } from '../../support/operatorCases';
import { errorsAt } from '../../support/walkErrors';

type Result = Either<WalkError, string>;

const errors = errorsAt(O.none);

describe('untilLimit', () => {
  const input: Record<string, Result> = {
    a: right('a'),
    b: right('b'),
    x: left(errors.RetrievalLimitExceeded),
    y: left(errors.InvalidObject),
  };

  operatorCases<Result, Result>(() => untilLimit(), input, input, [
    { what: 'takes the limit for the end', source: '--a--b--(x|)', expected: '--a--b--|' },
    {
      what: 'a walk that did not reach the limit stays what it is',
      source: '--a--y--b|',
      expected: '--a--y--b|',
    },
    { what: 'the limit and nothing else', source: '-(x|)', expected: '-|' },
    { what: 'a source that goes on goes on', source: '-x-a-|', expected: '---a-|' },
  ]);

  for (const tag of (Object.keys(errors) as Array<WalkErrorTag>).filter(
    (name) => name !== 'RetrievalLimitExceeded',
  )) {
    it(`lets ${tag} pass`, () =>
      inMarbles(({ cold, expectObservable }) => {
        const values: Record<string, Result> = { a: right('a'), z: left(errors[tag]) };
        expectObservable(cold('a-(z|)', values).pipe(untilLimit())).toBe('a-(z|)', values);
      }));
  }
});
