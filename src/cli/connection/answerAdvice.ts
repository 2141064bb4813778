import * as O from 'fp-ts/Option';
import type { ServiceConnection } from './connect';
import { loginAdvice } from './logins';
import { passwordVariable, tokenVariable } from '../options/variables';

/** What is known of a request that brought no page. */
export interface Refusal {
  readonly status?: number | undefined;
  /** The platform's error code, if there was no response. */
  readonly code?: string | undefined;
  /** The milliseconds that the service asked to wait for. */
  readonly retryAfter?: number | undefined;
}

/** What a walk asks for, as far as its user may have been wrong about it. */
export type Asked = 'list' | 'search' | 'walk';

const names: Readonly<Record<Asked, string>> = {
  list: 'the ontology and the object type',
  search: '--api-family and the object type',
  walk: 'the URL',
};

type Refused = Pick<
  ServiceConnection,
  'url' | 'token' | 'tokenFrom' | 'isEmbedded' | 'challenge' | 'headersFile'
>;

const byUser = `name the user with --auth basic:USER, and set ${passwordVariable}`;
const byToken = `set ${tokenVariable}, or name a file with --token-file`;

/** What to do about credentials that are missing or were refused, by what the service says that it wants. */
const credentialAdvice = (
  asked: Asked,
  { token, tokenFrom, challenge, headersFile }: Refused,
): string => {
  const wanted = /^[\w-]+/.exec(challenge())?.[0] ?? '';
  const wants = wanted === '' ? '' : `: the service wants ${wanted}`;
  const ofLogin = loginAdvice[tokenFrom];
  if (ofLogin !== undefined) return ofLogin;
  if (headersFile !== undefined) return `the service refused the headers of ${headersFile}${wants}`;
  if (/^basic$/i.test(wanted)) return `${byUser}: the service wants a user and a password`;
  if (O.isSome(token)) return `the service refused the token of ${tokenFrom}`;
  if (/^bearer$/i.test(wanted) || asked !== 'walk')
    return `${byToken}: the service wants a bearer token`;
  return wanted === ''
    ? `${byToken}; or ${byUser}; or name a file with --headers-file: the service does not say what it wants`
    : `name a file with --headers-file${wants}`;
};

/** What to do about a service that refuses, or that is not there, in a few words; empty if there is no advice. */
export const answerAdvice = (
  { status, code, retryAfter = 0 }: Refusal,
  asked: Asked,
  source: Refused,
  flags?: { readonly polite?: unknown },
): string => {
  // With a time to wait, a 403 is a limit.
  if (status === 401 || (status === 403 && asked === 'walk' && retryAfter === 0))
    return credentialAdvice(asked, source);
  if (status === 404) {
    const address = source.isEmbedded || asked === 'walk' ? [] : ['--base-url'];
    return `the service found nothing there: check ${[...address, names[asked]].join(', ')}`;
  }
  if (status === 405 && asked === 'walk')
    return 'the service wants another method there: give --body, or --method POST';
  if (retryAfter > 0 && flags !== undefined) {
    return flags.polite === undefined
      ? 'add --polite 1 to wait for up to an hour when the service asks for it'
      : 'run it again then: --polite waits for an hour at most';
  }
  if (code === 'ECONNREFUSED') return `is the service running at ${source.url}?`;
  return code === 'ENOTFOUND' ? `is ${source.url} the right address?` : '';
};
