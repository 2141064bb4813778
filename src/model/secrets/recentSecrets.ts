import { isSome, none, type Option, toUndefined } from 'fp-ts/Option';
import type { PageToken } from '../PageToken';
import { type Credential, isSameCredential } from './Credential';
import { redacting, type Redactor } from './redact';

/** A response may repeat a secret that was sent before. A page token has 65,536 characters at most. */
const maxTokens = 64;
const maxCredentials = 8;

/** A token, and what is secret of it, once it was looked at. */
interface SentToken {
  readonly token: Option<PageToken>;
  secrets?: ReadonlyArray<string>;
}

/** The secrets that a walk sent last, those of request 1 and of the request at hand among them (law 14). */
export const recentSecrets = (
  secretsOf: (pageToken: Option<PageToken>) => ReadonlyArray<string>,
) => {
  const first: SentToken = { token: none };
  const sent: Array<SentToken> = [];
  let credentials: ReadonlyArray<Credential> = [];
  const redactorOf = redacting();
  return {
    add: (token: Option<PageToken>, credential: Credential): void => {
      const last = sent.at(-1)?.token ?? none;
      if (isSome(token) && toUndefined(last) !== token.value && sent.push({ token }) > maxTokens)
        sent.shift();
      if (credentials.at(-1) === credential) return;
      const others = credentials.filter((other) => !isSameCredential(other, credential));
      credentials = others.concat(credential).slice(-maxCredentials);
    },
    /** Takes them out of texts, and others that a response brought. */
    redactor: (others: ReadonlyArray<string>): Redactor =>
      redactorOf([
        ...[first, ...sent].flatMap((each) => (each.secrets ??= secretsOf(each.token))),
        ...credentials.flatMap(({ secrets }) => secrets),
        ...others,
      ]),
  };
};
