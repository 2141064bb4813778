import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readToken, renewable } from '../../../src/cli/source/credentials';
import { type Complaint, misuse } from '../../../src/cli/terminal/Complaint';
import { withDirectory } from '../support/temporary';

const token = E.right(O.some('s3cret'));

describe('readToken', () => {
  it('reads PAGEWALK_TOKEN where no flag names anything else', async () => {
    expect(await readToken({}, { PAGEWALK_TOKEN: 's3cret' })).to.deep.equal(token);
  });

  it('finds none where there is none', async () => {
    expect(await readToken({}, {})).to.deep.equal(E.right(O.none));
    expect(await readToken({}, { PAGEWALK_TOKEN: '' })).to.deep.equal(E.right(O.none));
  });

  it('reads the variable that is named', async () => {
    const env = { PAGEWALK_TOKEN: 'another', MY_TOKEN: 's3cret' };
    expect(await readToken({ tokenEnv: 'MY_TOKEN' }, env)).to.deep.equal(token);
  });

  it('refuses a variable that is named and not set', async () => {
    const message = 'the environment variable MY_TOKEN is not set';
    expect(await readToken({ tokenEnv: 'MY_TOKEN' }, {})).to.deep.equal(E.left({ message, exitCode: 2 }));
  });

  it('refuses a variable that is not set, though every object has something of its name', async () => {
    const message = 'the environment variable constructor is not set';
    expect(await readToken({ tokenEnv: 'constructor' }, {})).to.deep.equal(E.left({ message, exitCode: 2 }));
  });

  it('reads a file, without the line break at its end', () =>
    withDirectory(async (directory) => {
      const tokenFile = join(directory, 'token');
      await writeFile(tokenFile, 's3cret\r\n');
      expect(await readToken({ tokenFile }, { PAGEWALK_TOKEN: 'another' })).to.deep.equal(token);
    }));

  it('refuses a file that is not there', async () => {
    const message = 'cannot read the token file no-such-file: there is no such file or directory';
    expect(await readToken({ tokenFile: 'no-such-file' }, {})).to.deep.equal(E.left({ message, exitCode: 2 }));
  });

  for (const text of ['two words', 'two\nlines', 's3crét']) {
    it(`refuses ${JSON.stringify(text)}, without repeating it`, async () => {
      const read = await readToken({}, { PAGEWALK_TOKEN: text });
      if (E.isRight(read)) throw new Error('it was taken');
      expect(read.left.message).to.match(/^the environment variable PAGEWALK_TOKEN holds no usable token/);
      expect(read.left.message).to.not.include(text);
    });
  }

  it('refuses an empty file', () =>
    withDirectory(async (directory) => {
      const tokenFile = join(directory, 'token');
      await writeFile(tokenFile, '\n');
      expect(E.isLeft(await readToken({ tokenFile }, {}))).to.equal(true);
    }));
});

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
