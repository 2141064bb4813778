import type { QueryResultRow } from 'pg';
import {
  checkFilter,
  checkPrune,
  inBatches,
  type KeptRow,
  keptWalk,
  type KeptWalk,
  type KeptWalksFilter,
} from '../walk/durable/KeptPlaces';
import type { Database } from './database';
import { msOf } from './sql';
import { inOwnTransaction } from './transaction';

/** How many walks are removed in one transaction. */
const atOnce = 10_000;

export const keptWalks = (database: Database) => {
  const places = database.named('places');
  const columns = `
    id, nullif(part, '') as part, pages, objects, round, is_last as "isLast", claimed_by as "claimedBy", shown,
    ${msOf('claimed_at')} as "claimedAt", ${msOf('kept_at')} as "keptAt",
    ${msOf('clock_timestamp() - coalesce(kept_at, claimed_at)')} as age`;
  const prune = `
    with gone as (
      delete from ${places} where part = '' and id in (
        select id from ${places} as done where part = '' and is_last and kept_at < to_timestamp($1)
          and not exists (select from ${places} where id = done.id and recurs)
        limit ${atOnce} for update skip locked
      ) returning id
    ), parts as (delete from ${places} as part using gone where part.id = gone.id and part.part <> '')
    select count(*)::integer as count from gone`;

  const rows = <R extends QueryResultRow>(
    text: string,
    values: ReadonlyArray<unknown>,
    access?: 'read only',
  ) => inOwnTransaction(database, async ({ query }) => (await query<R>(text, values)).rows, access);
  const walks = async (
    text: string,
    values: ReadonlyArray<unknown>,
  ): Promise<ReadonlyArray<KeptWalk>> =>
    (await rows<KeptRow & QueryResultRow>(text, values, 'read only')).map(keptWalk);

  return {
    walksOf: (id: string) =>
      walks(`select ${columns} from ${places} where id = $1 and parts is null`, [id]),
    all: async (filter: KeptWalksFilter = {}) => {
      const { isLast, prefix, after, limit } = checkFilter(database.name, filter);
      // In words, so that the index of those that are not done can be used.
      const done = isLast === undefined ? '' : `and ${isLast ? '' : 'not'} is_last`;
      return walks(
        `with found as (
           select * from ${places} where parts is null and id > $1 and id like $2 ${done}
         )
         select ${columns} from found where id in (select distinct id from found order by id limit $3) order by id, part`,
        [after, `${prefix.replace(/[\\%_]/g, '\\$&')}%`, limit ?? null],
      );
    },
    prune: async (options: { readonly finishedBefore: Date }): Promise<number> => {
      const before = checkPrune(database.name, options) / 1_000;
      return inBatches(
        atOnce,
        async () => (await rows<{ readonly count: number }>(prune, [before]))[0]?.count ?? 0,
      );
    },
  };
};
