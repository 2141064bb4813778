/* To take: what a worker does with a part of the walk. */
import * as t from 'io-ts';
import {
  type Client,
  durable,
  type DurableStart,
  type ObjectRecord,
  type Page,
  rights,
  searchObjects,
} from 'pagewalk';
import type { PostgresPlaces } from 'pagewalk/postgres';
import type { PoolClient } from 'pg';
import { from, lastValueFrom, type Observable, toArray } from 'rxjs';
import { type Copy, labelOf, schema, tableOf } from './names';

/** What an object must have; whatever else it has is copied, too. */
const Numbered = t.type({ id: t.number });
type Numbered = t.TypeOf<typeof Numbered>;

/** Writes a page into the table of its type, each row with the stamp of its walk: an upsert, because a page may come again. */
const write = async (
  { walk, objectType }: Copy,
  page: Page<ObjectRecord<Numbered>>,
  transaction: PoolClient,
): Promise<void> => {
  const objects = await lastValueFrom(from(page.data).pipe(rights(), toArray()));
  await transaction.query(
    `insert into ${tableOf(objectType)} select (object->>'id')::integer, object, $2 from jsonb_array_elements($1) as object
     on conflict (id) do update set properties = excluded.properties, walk = excluded.walk`,
    [JSON.stringify(objects.map(({ properties }) => properties)), walk],
  );
};

/** When all parts are done, what no part has stamped goes: in the transaction that makes the last one last, so once. */
const deleteOthers = async ({ walk, objectType }: Copy, transaction: PoolClient): Promise<void> => {
  const { rowCount } = await transaction.query(
    `delete from ${tableOf(objectType)} where walk <> $1`,
    [walk],
  );
  await transaction.query(`insert into ${schema}.deletions values ($1, $2)`, [walk, rowCount]);
};

/** The pages of a range of ids. */
const pagesOf = (client: Client, copy: Copy, start: DurableStart) =>
  client.pages(searchObjects, {
    apiFamily: 'demo',
    objectType: copy.objectType,
    properties: Numbered,
    label: labelOf(copy),
    query: {
      type: 'and',
      value: [
        { type: 'gte', field: 'id', value: copy.from },
        { type: 'lt', field: 'id', value: copy.below },
      ],
    },
    ...start,
  });

/** How a worker takes a part. */
export interface Claim {
  readonly by: string;
  /** Only if its place has not moved for this many milliseconds. */
  readonly ifOlderThan?: number;
}

/** Copies the objects of a part: the rows of a page and the place of the walk are committed together. */
export const copyPart = (
  client: Client,
  places: PostgresPlaces,
  copy: Copy,
  claim: Claim,
  until: Observable<unknown>,
) =>
  durable({
    id: copy.walk,
    part: { name: copy.part, of: copy.of },
    places,
    claim,
    until,
    // A part whose token has expired begins again; here workers are killed all the time. Leave this out.
    restarts: 100,
    pages: (start) => pagesOf(client, copy, start),
    work: (page, transaction) => write(copy, page, transaction),
    finish: async (transaction, { doubts, refused }) => {
      if (doubts.length > 0 || refused > 0) return;
      await deleteOthers(copy, transaction);
    },
  });
