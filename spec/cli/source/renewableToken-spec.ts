import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { readToken } from '../../../src/cli/source/readToken';
import { renewableToken } from '../../../src/cli/source/renewableToken';
import { misuse } from '../../../src/cli/terminal/Complaint';

type Read = Awaited<ReturnType<typeof readToken>>;

const ask = (read: Read, stale?: string): Promise<string> => {
  const source = renewableToken('first', () => Promise.resolve(read)) as (stale?: string) => Promise<string>;
  return source(stale);
};

describe('renewableToken', () => {
  it('is the token that was read at first, without reading again', async () => {
    expect(await ask(E.left(misuse('must not be read')))).to.equal('first');
  });

  it('is read again when it was refused', async () => {
    expect(await ask(E.right(O.some('second')), 'first')).to.equal('second');
  });

  for (const read of [E.left(misuse('the file is gone')), E.right(O.none)] as ReadonlyArray<Read>) {
    it(`fails where there is none any more: ${read._tag}`, async () => {
      const failure: unknown = await ask(read, 'first').catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error);
    });
  }
});
