import * as O from 'fp-ts/Option';

const http = /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#]*)?$/i;

/** A relative address as it would be on some page. */
const onPage = (address: string): string => (address.startsWith('//') ? 'http:' : 'http://page/') + address;

/**
 * Throws a `TypeError` where a base address cannot be right: paths would be lost behind it or go elsewhere, or its password
 * would take the place of the credential. The message does not repeat the address, which may hold that password.
 */
export const checkBaseURL = (baseURL: unknown, mayBeRelative: boolean): void => {
  const given = String(baseURL);
  const address = mayBeRelative && !/^[^/?#]*:/.test(given) ? onPage(given) : given;
  if (typeof baseURL !== 'string' || !http.test(address) || O.isNone(O.tryCatch(() => new URL(address)))) {
    throw new TypeError('baseURL must be an http(s) address without credentials, query string and fragment');
  }
};
