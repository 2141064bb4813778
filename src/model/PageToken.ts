import * as t from 'io-ts';

interface PageTokenBrand {
  readonly PageToken: unique symbol;
}

/** The type of a page token: a non-empty string that a service has sent. @since 0.1.0 */
export type PageToken = string & t.Brand<PageTokenBrand>;

/**
 * The opaque, non-empty string that selects the next page. It is sent exactly as it came, in `page.nextPageToken` or from
 * `resumeFrom`. A token that was kept elsewhere is read back with this codec.
 *
 * @example
 * ```ts
 * import { PageToken } from 'pagewalk';
 *
 * console.log(PageToken.is('v1.kept-in-a-file'), PageToken.is(''));
 * // Logs:
 * // true false
 * ```
 *
 * @since 0.1.0
 */
export const PageToken: t.Type<PageToken, string> = t.brand(
  t.string,
  (text): text is PageToken => text !== '',
  'PageToken',
);

/** The longest page token, in characters: a walk keeps a thousand of them (law 31). */
const maxToken = 65_536;

/** The problem of a page token that is too long to be kept and sent; undefined where it is not. */
export const tooLong = (pageToken: string): string | undefined =>
  pageToken.length > maxToken ? `is longer than ${maxToken} characters` : undefined;
