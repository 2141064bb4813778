import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { renewable } from '../../../src/cli/source/credentials';
import { type Complaint, misuse } from '../../../src/cli/terminal/Complaint';

const ask = (read: E.Either<Complaint, string>, stale?: string): Promise<string> =>
  renewable('first', () => Promise.resolve(read))(stale);

describe('renewable', () => {
  it('is the credential that was read at first, without reading again', async () => {
    expect(await ask(E.left(misuse('must not be read')))).to.equal('first');
  });

  it('is read again when it was refused', async () => {
    expect(await ask(E.right('second'), 'first')).to.equal('second');
  });

  it('fails where there is none any more', async () => {
    const failure: unknown = await ask(E.left(misuse('the file is gone')), 'first').catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error);
  });
});
