/**
 * When a fault strikes: at every n-th request (or page, or object) that it applies to, at only the n-th, or at random
 * with a probability that the service's seed makes repeatable.
 *
 * @inline
 */
export type When =
  { readonly every: number } | { readonly at: number } | { readonly probability: number };

/** A way for the reference service to misbehave. @since 0.1.0 */
export type Fault =
  /** Page tokens are refused once they were used this often, or are this many ms old; or only the n-th that comes is. */
  | { readonly type: 'expire-token'; readonly uses: number }
  | { readonly type: 'expire-token'; readonly ms: number }
  | { readonly type: 'expire-token'; readonly at: number }
  /** A request gets a 401 whatever credential it carries. */
  | ({ readonly type: 'unauthorized' } & When)
  /** 429 and 503, with a Retry-After of this many seconds or without one. */
  | ({ readonly type: 'throttle'; readonly retryAfter?: number } & When)
  | ({ readonly type: 'unavailable'; readonly retryAfter?: number } & When)
  /** A response waits this many milliseconds before its first byte. */
  | ({ readonly type: 'delay'; readonly ms: number } & When)
  /** The connection is reset before the response, or in the middle of its body. */
  | ({ readonly type: 'reset-before' } & When)
  | ({ readonly type: 'reset-during' } & When)
  /** The body comes in pieces, spread over this many milliseconds. */
  | ({ readonly type: 'trickle'; readonly ms: number } & When)
  /** A complete response whose JSON breaks off. */
  | ({ readonly type: 'truncate' } & When)
  /** A web page with status 200. */
  | ({ readonly type: 'html' } & When)
  /** The page's nextPageToken is the token that it was asked with. */
  | ({ readonly type: 'repeat-token' } & When)
  /** The objects of the page before come again. */
  | ({ readonly type: 'repeat-page' } & When)
  /** After this many pages the tokens of a walk begin again with the first. */
  | { readonly type: 'cycle-tokens'; readonly pages: number }
  /** A page comes without objects; its token leads to them. */
  | ({ readonly type: 'empty-page' } & When)
  /** nextPageToken is an empty string, or (a break of revision 2.0) null instead of absent. */
  | ({ readonly type: 'empty-token' } & When)
  | { readonly type: 'null-token' }
  /** One object of the page has no properties. */
  | ({ readonly type: 'corrupt-object' } & When)
  /** A page holds as many objects as were asked for, even above the maximum. */
  | { readonly type: 'ignore-maximum' }
  /** Search responds without authentication. */
  | { readonly type: 'skip-authentication' };
