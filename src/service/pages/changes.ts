import * as E from 'fp-ts/Either';
import { type Checked, json } from '../answers/ServiceError';
import type { Address } from '../faults/Misbehaviour';
import { queryValue, readToken } from './readParameters';
import type { ChangesStyle } from './serveChanges';
import type { PageRequest, RequestParts, ServedEndpoint } from './ServedEndpoint';

const endpointOf = (
  described: Pick<ServedEndpoint, 'name' | 'method' | 'path'>,
  tokenIn: (parts: RequestParts) => unknown,
  changes: ChangesStyle,
): ServedEndpoint => ({
  ...described,
  isProtected: false,
  limit: 'searchLimit',
  read: (parts): Checked<PageRequest> =>
    E.map((pageToken: PageRequest['pageToken']) => {
      const size = Number(parts.body.count ?? queryValue(parts.query, '$top') ?? queryValue(parts.query, 'maxResults'));
      const rest = JSON.stringify([described.name, parts.params]);
      return { pageToken, pageSize: size > 0 ? Math.floor(size) : undefined, conditions: E.right([]), rest };
    })(readToken(tokenIn(parts))),
  write: ({ address }) => changes.write({ entries: [], token: '', hasMore: false, address }),
  changes,
});

const linkTo = ({ base, path }: Address, name: string, token: string): string =>
  `${base}${path}?${encodeURIComponent(name)}=${token}`;

/** With links, as Microsoft Graph does: `@odata.nextLink`, and with the last page `@odata.deltaLink`. */
const byLinks = endpointOf(
  { name: 'delta', method: 'GET', path: '/{objectType}s/delta' },
  ({ query }) => queryValue(query, '$skiptoken') ?? queryValue(query, '$deltatoken'),
  {
    write: ({ entries, token, hasMore, address }) =>
      json(200, {
        value: entries.map(({ id, now }) => now ?? { id, '@removed': { reason: 'deleted' } }),
        ...(hasMore
          ? { '@odata.nextLink': linkTo(address, '$skiptoken', token) }
          : { '@odata.deltaLink': linkTo(address, '$deltatoken', token) }),
      }),
  },
);

/** With two tokens, as Google's calendars do: `nextPageToken`, and with the last page `nextSyncToken`. */
const byTwoTokens = endpointOf(
  { name: 'calendar', method: 'GET', path: '/calendar/v3/calendars/{calendar}/{objectType}s' },
  ({ query }) => queryValue(query, 'pageToken') ?? queryValue(query, 'syncToken'),
  {
    write: ({ entries, token, hasMore }) =>
      json(200, {
        items: entries.map(({ id, now }) => now ?? { id, status: 'cancelled' }),
        [hasMore ? 'nextPageToken' : 'nextSyncToken']: token,
      }),
  },
);

/** With one cursor on every page, as Plaid does. What was modified or removed stands in lists of its own. */
const byOneCursor = endpointOf(
  { name: 'sync', method: 'POST', path: '/{objectType}s/sync' },
  ({ body }) => body.cursor ?? undefined,
  {
    refusesMutation: true,
    write: ({ entries, token, hasMore }) =>
      json(200, {
        added: entries.filter(({ isNew }) => isNew).map(({ now }) => now),
        modified: entries.filter(({ now, isNew }) => now && !isNew).map(({ now }) => now),
        removed: entries.filter(({ now }) => !now).map(({ id }) => ({ id })),
        next_cursor: token,
        has_more: hasMore,
      }),
  },
);

/** What changed since a token, at paths and in words that readers know, whatever the options say. */
export const changesEndpoints: ReadonlyArray<ServedEndpoint> = [byLinks, byTwoTokens, byOneCursor];
