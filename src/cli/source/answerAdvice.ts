import * as O from 'fp-ts/Option';
import type { Source } from './openSource';
import { basicPlace, passwordVariable, tokenVariable } from './credentials';

/** What is known of a request that brought no page. */
export interface Refusal {
  readonly status?: number | undefined;
  /** The platform's error code, if there was no response. */
  readonly code?: string | undefined;
}

/** What a walk asks for, as far as its user may have been wrong about it. */
export type Asked = 'list' | 'search' | 'walk';

const names: Readonly<Record<Asked, string>> = {
  list: 'the ontology and the object type',
  search: '--api-family and the object type',
  walk: 'the URL',
};

/** What to do about a service that refuses, or that is not there, in a few words; empty if there is no advice. */
export const answerAdvice = (
  { status, code }: Refusal,
  asked: Asked,
  {
    url,
    token,
    tokenFrom,
    embedded,
    challenge,
  }: Pick<Source, 'url' | 'token' | 'tokenFrom' | 'embedded' | 'challenge'>,
): string => {
  if (status === 401) {
    if (tokenFrom === basicPlace) return 'the service refused the user of --auth, or the password';
    if (/^basic\b/i.test(challenge?.() ?? '')) {
      return `name the user by --auth basic:USER, and set ${passwordVariable}: the service wants a user and a password`;
    }
    return O.isNone(token)
      ? `set ${tokenVariable}, or name a file by --token-file: the service wants a bearer token`
      : `the service refused the token of ${tokenFrom}`;
  }
  if (status === 404) {
    const address = O.isSome(embedded) || asked === 'walk' ? [] : ['--base-url'];
    return `the service found nothing there: check ${[...address, names[asked]].join(', ')}`;
  }
  if (code === 'ECONNREFUSED') return `is the service running at ${url}?`;
  return code === 'ENOTFOUND' ? `is ${url} the right address?` : '';
};
