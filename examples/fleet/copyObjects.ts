/* To take: what a worker does with a walk. */
import * as t from 'io-ts';
import { type Client, durable, listObjects, type ObjectRecord, type Page, rights } from 'pagewalk';
import type { PostgresPlaces } from 'pagewalk/postgres';
import type { PoolClient } from 'pg';
import { from, lastValueFrom, type Observable, toArray } from 'rxjs';
import { tableOf, type Walk } from './names';

/** What an object must have; whatever else it has is copied, too. */
const Numbered = t.type({ id: t.number });
type Numbered = t.TypeOf<typeof Numbered>;

/**
 * Writes a page into the table of its type, each row with the stamp of its walk and round. With the last page of a round,
 * what has another stamp goes: no page of this round had it.
 */
const write = async ({ id: walk, objectType }: Walk, page: Page<Numbered>, transaction: PoolClient): Promise<void> => {
  const { round, isLast } = page.place;
  const table = tableOf(objectType);
  const objects: ReadonlyArray<ObjectRecord<Numbered>> = await lastValueFrom(from(page.data).pipe(rights(), toArray()));
  await transaction.query(
    `insert into ${table} select (object->>'id')::integer, object, $2, $3 from jsonb_array_elements($1) as object
     on conflict (id) do update set properties = excluded.properties, walk = excluded.walk, round = excluded.round`,
    [JSON.stringify(objects.map(({ properties }) => properties)), walk, round],
  );
  if (isLast) await transaction.query(`delete from ${table} where (walk, round) <> ($1, $2)`, [walk, round]);
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
    pages: (start) =>
      client.pages(listObjects, {
        ontologyRid,
        objectType: walk.objectType,
        properties: Numbered,
        snapshot: true,
        label: walk.objectType,
        ...start,
      }),
    work: (page, transaction) => write(walk, page, transaction),
  });
