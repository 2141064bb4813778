import { formatNames } from '../../../src/cli/options/tables';
import { expectBegunAgain } from '../support/begunAgain';

describe('--resume, where a token has expired', () => {
  for (const format of formatNames)
    it(`begins again, whichever step it was killed before: ${format}`, () =>
      expectBegunAgain(format, 1));
});
