const example = 'such as https://objects.example.com';

/** A scheme that is neither http nor https, or one of these without its slashes. */
const otherScheme = /^(?!https?:\/\/)[^/]*:/i;

/** What a base address must be or not have; undefined: nothing is wrong. */
const ruleFor = (baseURL: unknown, page: string | undefined): string | undefined => {
  if (typeof baseURL !== 'string') return `be a string, ${example}`;
  if (/[\s\\]/.test(baseURL)) return 'not contain a blank, a line break or a backslash';
  if (/[?#]/.test(baseURL)) return 'not have a query string or a fragment';
  if (otherScheme.test(baseURL) || !URL.canParse(baseURL, page)) return `be an http(s) address, ${example}`;
  // The parsed address counts: `http:///user@host` has a user, too. An empty one is seen in the text only.
  const { username, password } = new URL(baseURL, page);
  return username || password || /^[^/]*\/\/+[^/]*@/.test(baseURL)
    ? 'not have a user or a password: credentials are given to the client, as its auth'
    : undefined;
};

/**
 * Throws a `TypeError` where a base address cannot be right: paths would be lost behind it or go elsewhere, or its password
 * would take the place of the credential. The message does not repeat the address, which may hold that password.
 */
export const checkBaseURL = (baseURL: unknown, mayBeRelative: boolean): void => {
  const rule = ruleFor(baseURL, mayBeRelative ? 'http://page' : undefined);
  if (rule !== undefined) throw new TypeError(`baseURL must ${rule}`);
};
