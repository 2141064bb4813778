/* To take: what a worker does with a walk. */
import * as t from 'io-ts';
import {
  type Client,
  durable,
  type DurableStart,
  listObjects,
  type ObjectRecord,
  type Page,
  rights,
  searchObjects,
} from 'pagewalk';
import type { PostgresPlaces } from 'pagewalk/postgres';
import type { PoolClient } from 'pg';
import { from, lastValueFrom, type Observable, toArray } from 'rxjs';
import { labelOf, schema, tableOf, type Walk } from './names';

/** What an object must have; whatever else it has is copied, too. */
const Numbered = t.type({ id: t.number });
type Numbered = t.TypeOf<typeof Numbered>;

/**
 * Writes a page into the table of its type, each row with the stamp of its walk and round. With the last page of a round,
 * what has another stamp goes: no page of this round had it. A part has seen only its own objects, and deletes nothing.
 */
const write = async (
  { id: walk, objectType, part }: Walk,
  page: Page<ObjectRecord<Numbered>>,
  transaction: PoolClient,
): Promise<void> => {
  const { round, isLast } = page.place;
  const table = tableOf(objectType);
  const objects: ReadonlyArray<ObjectRecord<Numbered>> = await lastValueFrom(
    from(page.data).pipe(rights(), toArray()),
  );
  await transaction.query(
    `insert into ${table} select (object->>'id')::integer, object, $2, $3 from jsonb_array_elements($1) as object
     on conflict (id) do update set properties = excluded.properties, walk = excluded.walk, round = excluded.round`,
    [JSON.stringify(objects.map(({ properties }) => properties)), walk, round],
  );
  if (isLast && !part)
    await transaction.query(`delete from ${table} where (walk, round) <> ($1, $2)`, [walk, round]);
};

/** When all parts are done, what no part has stamped goes: in the transaction that makes the last one last, so once. */
const deleteOthers = async (
  { id: walk, objectType }: Walk,
  transaction: PoolClient,
): Promise<void> => {
  const { rowCount } = await transaction.query(
    `delete from ${tableOf(objectType)} where walk <> $1`,
    [walk],
  );
  await transaction.query(`insert into ${schema}.deletions values ($1, $2)`, [walk, rowCount]);
};

/** The pages of a type, or of a range of its ids. */
const pagesOf = (client: Client, ontologyRid: string, walk: Walk, start: DurableStart) => {
  const { objectType, part } = walk;
  const params = { objectType, properties: Numbered, label: labelOf(walk), ...start };
  if (part === undefined)
    return client.pages(listObjects, { ontologyRid, snapshot: true, ...params });
  const range = [
    { type: 'gte', field: 'id', value: part.from },
    { type: 'lt', field: 'id', value: part.below },
  ];
  return client.pages(searchObjects, {
    apiFamily: 'demo',
    query: { type: 'and', value: range },
    ...params,
  });
};

/** Copies all objects of a type into its table: the rows of a page and the walk's place are committed together. */
export const copyObjects = (
  client: Client,
  places: PostgresPlaces,
  ontologyRid: string,
  walk: Walk,
  until: Observable<unknown>,
) =>
  durable({
    id: walk.id,
    places,
    until,
    // A walk whose worker was killed may begin again; here workers are killed all the time. Leave this out.
    restarts: 100,
    part: walk.part && { name: walk.part.name, of: walk.part.of },
    pages: (start) => pagesOf(client, ontologyRid, walk, start),
    work: (page, transaction) => write(walk, page, transaction),
    finish: (transaction) => (walk.part ? deleteOthers(walk, transaction) : []),
  });
