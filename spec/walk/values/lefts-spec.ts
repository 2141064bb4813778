import { type Either, left, right } from 'fp-ts/Either';
import { lefts } from '../../../src/walk/values/lefts';
import { operatorCases } from '../../support/operatorCases';

describe('lefts', () => {
  const input: Record<string, Either<string, string>> = { a: right('a'), b: right('b'), x: left('x'), y: left('y') };

  operatorCases<Either<string, string>, string>(() => lefts(), input, { x: 'x', y: 'y' }, [
    { what: 'keeps errors and drops values', source: '--a--x--b--(y|)', expected: '-----x-----(y|)' },
    { what: 'one error', source: '-x-|', expected: '-x-|' },
    { what: 'values only', source: '-a-b|', expected: '----|' },
  ]);
});
