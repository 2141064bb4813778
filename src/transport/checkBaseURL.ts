/** A scheme that is neither http nor https, or one of these without its slashes. */
const otherScheme = /^(?!https?:\/\/)[^/]*:/i;

/**
 * Throws a `TypeError` where a base address cannot be right: paths would be lost behind it or go elsewhere, or its password
 * would take the place of the credential. The message does not repeat the address, which may hold that password. Where there is a
 * page, the address may be relative to it.
 */
export const checkBaseURL = (baseURL: unknown, mayBeRelative = 'location' in globalThis): void => {
  if (typeof baseURL !== 'string') {
    throw new TypeError(
      "baseURL must be a string, as in { baseURL: 'https://objects.example.com' }",
    );
  }
  if (/[\s\\]/.test(baseURL))
    throw new TypeError('baseURL must not contain a blank, a line break or a backslash');
  if (/[?#]/.test(baseURL))
    throw new TypeError('baseURL must not have a query string or a fragment');
  const page = mayBeRelative ? 'http://page' : undefined;
  if (otherScheme.test(baseURL) || !URL.canParse(baseURL, page)) {
    throw new TypeError('baseURL must be an http(s) address, such as https://objects.example.com');
  }
  // The parsed address counts: `http:///user@host` has a user, too. An empty one is seen in the text only.
  const { username, password } = new URL(baseURL, page);
  if (username || password || /^[^/]*\/\/+[^/]*@/.test(baseURL)) {
    throw new TypeError(
      'baseURL must not have a user or a password: credentials are given to the client, as its auth',
    );
  }
};
