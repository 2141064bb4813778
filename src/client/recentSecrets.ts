import { type Option, isSome, none, type Some } from 'fp-ts/Option';
import type { PageToken } from '../model/PageToken';
import { type AuthHeaders, isSameCredential, secretsIn } from './Auth';

/** A response may repeat a secret that was sent before. A page token has 65,536 characters at most. */
const maxTokens = 64;
const maxCredentials = 8;

/** The secrets that a walk sent last, those of request 1 and of the request at hand among them (law 14). */
export const recentSecrets = (secretsOf: (pageToken: Option<PageToken>) => ReadonlyArray<string>) => {
  const tokens: Array<Some<PageToken>> = [];
  let credentials: ReadonlyArray<AuthHeaders> = [];
  return {
    add: (pageToken: Option<PageToken>, credential: AuthHeaders): void => {
      if (isSome(pageToken) && tokens[tokens.length - 1]?.value !== pageToken.value) {
        if (tokens.push(pageToken) > maxTokens) tokens.shift();
      }
      if (credentials[credentials.length - 1] === credential) return;
      const others = credentials.filter((other) => !isSameCredential(other, credential));
      credentials = [...others, credential].slice(-maxCredentials);
    },
    all: (): ReadonlyArray<string> => [...[none, ...tokens].flatMap(secretsOf), ...credentials.flatMap(secretsIn)],
  };
};
