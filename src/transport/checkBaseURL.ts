import * as O from 'fp-ts/Option';

const problemOf = (text: string, mayBeRelative: boolean): string | undefined => {
  const isRelative = mayBeRelative && !/^[^/?#]*:/.test(text);
  const url = O.toUndefined(O.tryCatch(() => new URL(text, isRelative ? 'http://page' : undefined)));
  if (url === undefined || text !== text.trim() || !(isRelative || /^https?:\/\//i.test(text))) {
    return 'must be an http or https address, such as https://objects.example.com';
  }
  if (url.username + url.password !== '') return 'must hold no user name and no password: give a credential by auth';
  return /[?#]/.test(text) ? 'must end with its path: no query string, no fragment' : undefined;
};

/**
 * Throws a `TypeError` where a base address cannot be right: paths would be lost behind it, or go elsewhere, or its password
 * would take the place of the credential. The message does not repeat the address: it may hold that password.
 */
export const checkBaseURL = (baseURL: unknown, mayBeRelative: boolean): void => {
  const problem = problemOf(typeof baseURL === 'string' ? baseURL : ' ', mayBeRelative);
  if (problem !== undefined) throw new TypeError(`baseURL ${problem}`);
};
