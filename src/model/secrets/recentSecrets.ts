import { isSome, none, type Option, toUndefined } from 'fp-ts/Option';
import type { PageToken } from '../PageToken';
import { type Credential, isSameCredential } from './Credential';
import { redacting, type Redactor } from './redact';

/** A response may repeat a secret that was sent before. A page token has 65,536 characters at most. */
const maxTokens = 64;
const maxCredentials = 8;

/** The secrets that a walk sent last, those of request 1 and of the request at hand among them (law 14). */
export const recentSecrets = (
  secretsOf: (pageToken: Option<PageToken>) => ReadonlyArray<string>,
) => {
  // What is secret of a token is known once it was looked at.
  const sent: Array<{ readonly token: Option<PageToken>; secrets?: ReadonlyArray<string> }> = [
    { token: none },
  ];
  let credentials: ReadonlyArray<Credential> = [];
  const redactorOf = redacting();
  return {
    add: (token: Option<PageToken>, credential: Credential): void => {
      const last = sent.at(-1)?.token ?? none;
      if (isSome(token) && toUndefined(last) !== token.value) {
        if (sent.push({ token }) > maxTokens + 1) sent.splice(1, 1);
      }
      if (credentials.at(-1) === credential) return;
      const others = credentials.filter((other) => !isSameCredential(other, credential));
      credentials = others.concat(credential).slice(-maxCredentials);
    },
    /** Takes them out of texts, and others that a response brought. */
    redactor: (others: ReadonlyArray<string>): Redactor =>
      redactorOf([
        ...sent.flatMap((each) => (each.secrets ??= secretsOf(each.token))),
        ...credentials.flatMap(({ secrets }) => secrets),
        ...others,
      ]),
  };
};
