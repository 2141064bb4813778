import { type Either, left, right } from 'fp-ts/Either';
import { rights } from '../../../src/walk/values/rights';
import { operatorCases } from '../../support/operatorCases';

describe('rights', () => {
  const input: Record<string, Either<string, string>> = { a: right('a'), b: right('b'), x: left('x'), y: left('y') };

  operatorCases<Either<string, string>, string>(() => rights(), input, { a: 'a', b: 'b' }, [
    { what: 'keeps values and drops errors, a terminal one too', source: '--a--x--b--(y|)', expected: '--a-----b--|' },
    { what: 'one value', source: '-a-|', expected: '-a-|' },
    { what: 'errors only', source: '-x-y|', expected: '----|' },
  ]);
});
