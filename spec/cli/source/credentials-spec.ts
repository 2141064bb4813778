import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { renewable } from '../../../src/cli/source/credentials';
import { misuse } from '../../../src/cli/terminal/Complaint';

describe('renewable', () => {
  it('fails where there is no credential any more', async () => {
    const read = renewable('first', () => Promise.resolve(E.left(misuse('the file is gone'))));
    expect(await read('first').catch((error: unknown) => error)).to.be.instanceOf(Error);
  });
});
