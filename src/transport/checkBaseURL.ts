/** Blanks, a query string or a fragment; userinfo, even an empty one; a scheme that is neither http nor https. */
const wrong = /[\s?#\\]|^[^/]*\/\/[^/]*@|^(?!https?:\/\/)[^/]*:/i;

/**
 * Throws a `TypeError` where a base address cannot be right: paths would be lost behind it or go elsewhere, or its password
 * would take the place of the credential. The message does not repeat the address, which may hold that password.
 */
export const checkBaseURL = (baseURL: unknown, mayBeRelative: boolean): void => {
  try {
    if (typeof baseURL === 'string' && !wrong.test(baseURL)) {
      new URL(baseURL, mayBeRelative ? 'http://page' : undefined);
      return;
    }
  } catch {
    // It is told like every other one.
  }
  throw new TypeError('baseURL must be http(s), without credentials, query or fragment');
};
