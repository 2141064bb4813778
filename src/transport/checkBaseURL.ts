/** A scheme that is neither http nor https, or one of these without its slashes. */
const otherScheme = /^(?!https?:\/\/)[^/]*:/i;

/** What is wrong with a base address; undefined: nothing is. */
const errorOf = (baseURL: unknown, page: string | undefined): TypeError | undefined => {
  if (typeof baseURL !== 'string') {
    return new TypeError('baseURL must be a string, such as https://objects.example.com');
  }
  if (/[\s\\]/.test(baseURL)) return new TypeError('baseURL must not contain a blank, a line break or a backslash');
  if (/[?#]/.test(baseURL)) return new TypeError('baseURL must not have a query string or a fragment');
  if (otherScheme.test(baseURL) || !URL.canParse(baseURL, page)) {
    return new TypeError('baseURL must be an http(s) address, such as https://objects.example.com');
  }
  // The parsed address counts: `http:///user@host` has a user, too. An empty one is seen in the text only.
  const { username, password } = new URL(baseURL, page);
  return username || password || /^[^/]*\/\/+[^/]*@/.test(baseURL)
    ? new TypeError('baseURL must not have a user or a password: credentials are given to the client, as its auth')
    : undefined;
};

/**
 * Throws a `TypeError` where a base address cannot be right: paths would be lost behind it or go elsewhere, or its password
 * would take the place of the credential. The message does not repeat the address, which may hold that password.
 */
export const checkBaseURL = (baseURL: unknown, mayBeRelative: boolean): void => {
  const error = errorOf(baseURL, mayBeRelative ? 'http://page' : undefined);
  if (error) throw error;
};
