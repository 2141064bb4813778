import * as E from 'fp-ts/Either';
import { jsonResponse } from '../answers/ServiceError';
import { queryValue, readPageToken } from './readParameters';
import { type ChangesStyle, serveChanges } from './serveChanges';
import type { PageRequest, ReceivedParts, ServedEndpoint } from './ServedEndpoint';

const endpointOf = (
  name: string,
  { method, path }: Pick<ServedEndpoint, 'method' | 'path'>,
  tokenIn: (parts: ReceivedParts) => unknown,
  style: ChangesStyle,
): ServedEndpoint => ({
  method,
  path,
  isProtected: false,
  read: (parts) =>
    E.map((pageToken: PageRequest['pageToken']) => {
      const given =
        parts.body.count ??
        queryValue(parts.query, '$top') ??
        queryValue(parts.query, 'maxResults');
      // A list or an object is not a size, and cannot always be read as a number.
      const size = typeof given === 'object' ? NaN : Number(given);
      return {
        pageToken,
        pageSize: size >= 1 ? Math.floor(size) : undefined,
        conditions: E.right([]),
        rest: JSON.stringify([name, parts.params]),
      };
    })(readPageToken(tokenIn(parts))),
  serve: serveChanges(style),
});

/** With links, as Microsoft Graph does: `@odata.nextLink`, and with the last page `@odata.deltaLink`. */
const byLinks = endpointOf(
  'delta',
  { method: 'GET', path: '/{objectType}s/delta' },
  ({ query }) => queryValue(query, '$skiptoken') ?? queryValue(query, '$deltatoken'),
  {
    write: (entries, token, hasMore, { base, path }) =>
      jsonResponse(200, {
        value: entries.map(({ id, now }) => now ?? { id, '@removed': { reason: 'deleted' } }),
        [hasMore ? '@odata.nextLink' : '@odata.deltaLink']:
          `${base}${path}?%24${hasMore ? 'skip' : 'delta'}token=${token}`,
      }),
  },
);

/** With two tokens, as Google's calendars do: `nextPageToken`, and with the last page `nextSyncToken`. */
const byTwoTokens = endpointOf(
  'calendar',
  { method: 'GET', path: '/calendar/v3/calendars/{calendar}/{objectType}s' },
  ({ query }) => queryValue(query, 'pageToken') ?? queryValue(query, 'syncToken'),
  {
    write: (entries, token, hasMore) =>
      jsonResponse(200, {
        items: entries.map(({ id, now }) => now ?? { id, status: 'cancelled' }),
        [hasMore ? 'nextPageToken' : 'nextSyncToken']: token,
      }),
  },
);

/** With one cursor on every page, as Plaid does. What was modified or removed is in separate lists. */
const byOneCursor = endpointOf(
  'sync',
  { method: 'POST', path: '/{objectType}s/sync' },
  ({ body }) => body.cursor ?? undefined,
  {
    refusesMutation: true,
    write: (entries, token, hasMore) =>
      jsonResponse(200, {
        added: entries.flatMap(({ now, isNew }) => (now && isNew ? now : [])),
        modified: entries.flatMap(({ now, isNew }) => (now && !isNew ? now : [])),
        removed: entries.flatMap(({ id, now }) => (now ? [] : { id })),
        next_cursor: token,
        has_more: hasMore,
      }),
  },
);

/** What changed since a token, at paths and in words that readers know, whatever the options say. */
export const changesEndpoints: ReadonlyArray<ServedEndpoint> = [byLinks, byTwoTokens, byOneCursor];
