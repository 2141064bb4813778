import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { CredentialSource } from '../../index';
import type { readToken } from './readToken';

/** A token that is read again once the service has refused it: whoever rotates tokens writes the new one to the file. */
export const renewableToken =
  (token: string, read: () => ReturnType<typeof readToken>): CredentialSource<string> =>
  async (stale?: string) => {
    if (stale === undefined) return token;
    const renewed = await read();
    // What is thrown here is not told; the client says that it got no credential.
    if (E.isLeft(renewed) || O.isNone(renewed.right)) throw new Error('there is no token');
    return renewed.right.value;
  };
