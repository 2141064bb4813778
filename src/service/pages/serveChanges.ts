import * as E from 'fp-ts/Either';
import type { HttpResponse } from '../../model/http';
import { invalid, type Outcome, serviceError } from '../answers/ServiceError';
import type { Address } from '../faults/Misbehaviour';
import type { Objects, Properties } from '../store/Properties';
import type { Snapshots } from '../store/Snapshots';
import type { Store } from '../store/Store';
import type { PageTokens } from './pageTokens';

/** An object as it is now; undefined where it is gone. */
interface Entry {
  readonly id: unknown;
  readonly now: Properties | undefined;
  readonly isNew: boolean;
}

/** What a walk pages through, and the data that its last token asks for the changes of. */
export interface Changes {
  readonly entries: ReadonlyArray<Entry>;
  readonly data: Objects;
}

/** A page of changes. Its token continues the walk, and asks for what changes afterwards once the walk is over. */
interface ChangesPage {
  readonly entries: ReadonlyArray<Entry>;
  readonly token: string;
  readonly hasMore: boolean;
  readonly address: Address;
}

/** How a well-known service tells changes. */
export interface ChangesStyle {
  readonly write: (page: ChangesPage) => HttpResponse;
  /** Whether it refuses the next page where something has changed since the first one. */
  readonly refusesMutation?: boolean;
}

const changesBetween = (before: Objects, after: Objects): ReadonlyArray<Entry> => {
  const known = new Map(before.map((object) => [object.id, object]));
  const ids = new Set(after.map(({ id }) => id));
  const changed = after.filter((object) => known.get(object.id) !== object);
  return [
    ...changed.map((now) => ({ id: now.id, now, isNew: !known.has(now.id) })),
    ...before.filter(({ id }) => !ids.has(id)).map(({ id }) => ({ id, now: undefined, isNew: false })),
  ];
};

/** What such pages are made of. */
interface Serving {
  readonly settings: { readonly maxPageSize: number };
  readonly store: Store;
  readonly tokens: PageTokens;
  readonly changes: Snapshots<Changes>;
}

interface AskedChanges {
  readonly objectType: string;
  readonly request: {
    readonly pageToken: string | undefined;
    readonly pageSize?: number | undefined;
    readonly rest: string;
  };
  readonly address: Address;
  readonly owner: () => string;
  readonly now: number;
}

/** Serves what has changed since a token, page by page, as it was when the first page was asked for. */
export const serveChanges = (
  serving: Serving,
  asked: AskedChanges,
  { write, refusesMutation }: ChangesStyle,
): Outcome => {
  const { settings, store, tokens, changes } = serving;
  const { objectType, request, address, owner, now } = asked;
  const { pageToken, pageSize = settings.maxPageSize, rest } = request;
  const read = pageToken === undefined ? undefined : tokens.read(rest, pageToken, now);
  if (pageToken !== undefined && !read) return E.left(invalid('pageToken', { pageToken }));
  const known = read && changes.find(read.snapshot ?? 0, now);
  if (read && !known) return E.left(serviceError(410, 'DeltaTokenExpired'));
  const data = store.all(objectType);
  const isBegun = known !== undefined && read !== undefined && read.offset < known.entries.length;
  if (isBegun && refusesMutation && known.data !== data) return E.left(serviceError(400, 'MutationDuringPagination'));
  const walk = isBegun ? known : { entries: changesBetween(known?.data ?? [], data), data };
  const snapshot = isBegun ? read.snapshot : changes.take(walk, owner(), now);
  const offset = isBegun ? read.offset : 0;
  const end = Math.min(offset + Math.min(pageSize, settings.maxPageSize), walk.entries.length);
  const token = tokens.issue(rest, { offset: end, snapshot }, now);
  const entries = walk.entries.slice(offset, end);
  return E.right(write({ entries, token, hasMore: end < walk.entries.length, address }));
};
