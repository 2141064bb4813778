import { type Either, left, right } from 'fp-ts/Either';
import { lefts, rights } from '../../../src/index';
import { operatorCases } from '../../support/operatorCases';

const input: Record<string, Either<string, string>> = {
  a: right('a'),
  b: right('b'),
  x: left('x'),
  y: left('y'),
};

describe('rights', () => {
  operatorCases<Either<string, string>, string>(() => rights(), input, { a: 'a', b: 'b' }, [
    {
      what: 'keeps values and drops errors, a terminal one too',
      source: '--a--x--b--(y|)',
      expected: '--a-----b--|',
    },
    { what: 'one value', source: '-a-|', expected: '-a-|' },
    { what: 'errors only', source: '-x-y|', expected: '----|' },
  ]);
});

describe('lefts', () => {
  operatorCases<Either<string, string>, string>(() => lefts(), input, { x: 'x', y: 'y' }, [
    {
      what: 'keeps errors and drops values',
      source: '--a--x--b--(y|)',
      expected: '-----x-----(y|)',
    },
    { what: 'one error', source: '-x-|', expected: '-x-|' },
    { what: 'values only', source: '-a-b|', expected: '----|' },
  ]);
});
