import * as t from 'io-ts';

/**
 * What tells a `PageToken` from any other text.
 *
 * @since 0.1.0
 */
export interface PageTokenBrand {
  readonly PageToken: unique symbol;
}

/**
 * The opaque, non-empty text that selects the next page (seed 2.1, rules 1 and 5). It is passed back exactly as it came.
 *
 * Tokens come from `page.nextPageToken` and from `resumeFrom`; one that was kept elsewhere is read back with the codec.
 *
 * @example
 * ```ts
 * import { PageToken } from 'pagewalk';
 * import * as E from 'fp-ts/Either';
 *
 * console.log(E.isRight(PageToken.decode('v1.kept-in-a-file')), E.isRight(PageToken.decode('')));
 * // Logs:
 * // true false
 * ```
 *
 * @since 0.1.0
 */
export const PageToken = t.brand(
  t.string,
  (text): text is t.Branded<string, PageTokenBrand> => text !== '',
  'PageToken',
);

/** @since 0.1.0 */
export type PageToken = t.TypeOf<typeof PageToken>;
