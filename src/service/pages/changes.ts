import * as E from 'fp-ts/Either';
import { jsonResponse } from '../answers/ServiceError';
import { queryValue, readPageToken } from './readParameters';
import type { ChangesStyle, PageRequest, ReceivedParts, ServedEndpoint } from './ServedEndpoint';

const endpointOf = (
  described: Pick<ServedEndpoint, 'name' | 'method' | 'path'>,
  tokenIn: (parts: ReceivedParts) => unknown,
  changes: ChangesStyle,
): ServedEndpoint => ({
  ...described,
  isProtected: false,
  limit: 'searchLimit',
  read: (parts) =>
    E.map((pageToken: PageRequest['pageToken']) => {
      const size = Number(
        parts.body.count ??
          queryValue(parts.query, '$top') ??
          queryValue(parts.query, 'maxResults'),
      );
      const rest = JSON.stringify([described.name, parts.params]);
      return {
        pageToken,
        pageSize: size >= 1 ? Math.floor(size) : undefined,
        conditions: E.right([]),
        rest,
      };
    })(readPageToken(tokenIn(parts))),
  write: ({ address }) => changes.write([], '', false, address),
  changes,
});

/** With links, as Microsoft Graph does: `@odata.nextLink`, and with the last page `@odata.deltaLink`. */
const byLinks = endpointOf(
  { name: 'delta', method: 'GET', path: '/{objectType}s/delta' },
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
  { name: 'calendar', method: 'GET', path: '/calendar/v3/calendars/{calendar}/{objectType}s' },
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
  { name: 'sync', method: 'POST', path: '/{objectType}s/sync' },
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
