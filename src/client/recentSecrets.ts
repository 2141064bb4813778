import { type Option, isSome } from 'fp-ts/Option';
import type { PageToken } from '../model/PageToken';
import { type AuthHeaders, isSameCredential } from './Auth';

/** What was sent and must not be shown: the headers of a credential, or what is secret of a page token. */
export type Secrets = AuthHeaders | ReadonlyArray<string>;

/** A response may repeat a secret that was sent before. A page token has 65,536 characters at most. */
const maxTokens = 64;
const maxCredentials = 8;

const ofRequest1 = '' as PageToken;

/** The secrets that a walk sent last, those of the request at hand among them (law 14). */
export const recentSecrets = (secretsOf: (pageToken: PageToken) => ReadonlyArray<string>) => {
  const tokens: Array<PageToken> = [];
  let credentials: ReadonlyArray<AuthHeaders> = [];
  return {
    add: (pageToken: Option<PageToken>, credential: AuthHeaders): void => {
      if (isSome(pageToken) && tokens[tokens.length - 1] !== pageToken.value) {
        if (tokens.push(pageToken.value) > maxTokens) tokens.shift();
      }
      if (credentials[credentials.length - 1] === credential) return;
      const others = credentials.filter((other) => !isSameCredential(other, credential));
      credentials = [...others, credential].slice(-maxCredentials);
    },
    all: (): ReadonlyArray<Secrets> => [...[ofRequest1, ...tokens].map(secretsOf), ...credentials],
  };
};
