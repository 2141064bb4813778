import type { Brand } from 'io-ts';

interface DeltaTokenBrand {
  readonly DeltaToken: unique symbol;
}

/**
 * A token of the service that asks for what has changed since a walk, as `page.delta` has it. It is opaque, and a secret: keep it
 * like a credential.
 *
 * @since 1.0.0
 */
export type DeltaToken = string & Brand<DeltaTokenBrand>;

/** What it belongs to (nothing, if the user had it), and the service's token as JSON. */
const pattern = /^delta1 ([\w-]*) (.+)$/s;

export const writeDelta = (owner: string, json: string): DeltaToken =>
  `delta1 ${owner} ${json}` as DeltaToken;

/** Undefined where a text is not a token. */
export const readDelta = (text: unknown): readonly [owner: string, json: string] | undefined => {
  const [, owner = '', json] = (typeof text === 'string' ? pattern.exec(text) : undefined) ?? [];
  return json === undefined ? undefined : [owner, json];
};

/**
 * Makes a `DeltaToken` from a token that you have, as the service wrote it. For a link, pass its path and query string below the base
 * address.
 *
 * @example
 * ```ts
 * import { type Client, deltaToken, endpoint } from 'pagewalk';
 * import { at, byCursor, query } from 'pagewalk/paging';
 *
 * const events = endpoint({
 *   name: 'events',
 *   method: 'GET',
 *   path: '/events',
 *   items: at('items'),
 *   paging: byCursor({ from: at('nextPageToken'), to: query('pageToken') }),
 *   delta: { from: at('nextSyncToken'), to: query('syncToken') },
 * });
 * const changesSince = (client: Client, kept: string) => client.pages(events, { delta: deltaToken(kept) });
 * ```
 *
 * @since 1.0.0
 */
export const deltaToken = (text: string): DeltaToken => {
  if (typeof text !== 'string' || text === '')
    throw new TypeError('deltaToken: the token must be a non-empty string');
  return writeDelta('', JSON.stringify(text));
};
