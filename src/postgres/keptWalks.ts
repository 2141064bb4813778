import { type Option, fromNullable } from 'fp-ts/Option';
import type { Pool } from 'pg';
import { checkId } from '../walk/durable/Places';
import type { Limits } from './connection';
import { namesIn } from './names';
import { keyOf } from './sql';
import { inOwnTransaction } from './transaction';

/**
 * How far a walk has come, as `get` and `all` return it: without its token.
 *
 * @since 0.1.0
 */
export interface KeptWalk {
  readonly id: string;
  /** The part of the walk, where it is walked in parts. */
  readonly part?: string;
  /** Pages of this round that are done. */
  readonly pages: number;
  /** Objects in those pages, the invalid ones included. */
  readonly objects: number;
  /** How often the walk has begun with its first page; the first round is 1. */
  readonly round: number;
  /** Whether the walk is done. */
  readonly isLast: boolean;
  /** When it was last claimed. */
  readonly claimedAt: Date;
  /** When a place was last kept; null if none was. */
  readonly keptAt: Date | null;
  /** Milliseconds since then, by the clock of the database; null if none was. */
  readonly age: number | null;
}

/**
 * Which walks `all` returns. Without any of these: every one.
 *
 * @since 0.2.0
 */
export interface KeptWalksFilter {
  /** Only walks that are done, or only those that are not. */
  readonly isLast?: boolean | undefined;
  /** Only walks whose ids begin with this. */
  readonly prefix?: string | undefined;
  /** Only walks whose ids come after this one, which need not exist: to read on where you stopped. */
  readonly after?: string | undefined;
  /** How many walks at most; a walk in parts is never split. */
  readonly limit?: number | undefined;
}

/** What a row says. Counts that may be large arrive as strings; times are milliseconds, which no `datestyle` changes. */
interface Row {
  readonly id: string;
  readonly part: string | null;
  readonly pages: string;
  readonly objects: string;
  readonly round: number;
  readonly isLast: boolean;
  readonly claimedAt: number | string;
  readonly keptAt: number | string | null;
  readonly age: number | string | null;
}

const orNull = <A>(value: number | string | null, make: (ms: number) => A): A | null =>
  value === null ? null : make(Number(value));

const walkOf = ({ id, part, pages, objects, round, isLast, claimedAt, keptAt, age }: Row): KeptWalk => ({
  id,
  ...(part !== null && { part }),
  pages: Number(pages),
  objects: Number(objects),
  round,
  isLast,
  claimedAt: new Date(Number(claimedAt)),
  keptAt: orNull(keptAt, (ms) => new Date(ms)),
  age: orNull(age, (ms) => Math.max(0, ms)),
});

/** How many walks are removed in one transaction. */
const atOnce = 10_000;

const msOf = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::float8`;

/** Looks at the walks of a schema, and removes those that are done. */
export const keptWalks = (pool: Pool, schema: string, limits: Limits) => {
  const places = namesIn(schema, limits.name)('places');
  const columns = `coalesce(walk, id) as id, part, pages, objects, round, is_last as "isLast", ${msOf('claimed_at')} as "claimedAt", ${msOf('kept_at')} as "keptAt", ${msOf('clock_timestamp() - kept_at')} as age`;

  const rowsOf = (text: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<KeptWalk>> =>
    inOwnTransaction(pool, limits, async ({ query }) => (await query<Row>(text, values)).rows.map(walkOf));

  return {
    get: async (id: string, part?: string): Promise<Option<KeptWalk>> => {
      checkId(id);
      const [row] = await rowsOf(`select ${columns} from ${places} where id = $1 and parts is null`, [keyOf(id, part)]);
      if (row !== undefined || part !== undefined) return fromNullable(row);
      const [sums] = await rowsOf(
        `select ${columns.replace('coalesce(walk, id) as id, part', '$1::text as id, null as part')} from (
           select sum(pages) as pages, sum(objects) as objects, max(round) as round, bool_and(is_last) as is_last,
             max(claimed_at) as claimed_at, max(kept_at) as kept_at
           from ${places} where walk = $1 having count(*) > 0
         ) as sums`,
        [id],
      );
      return fromNullable(sums);
    },
    all: async ({ isLast, prefix = '', after = '', limit }: KeptWalksFilter = {}): Promise<ReadonlyArray<KeptWalk>> => {
      if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
        throw new TypeError(`${limits.name}: limit must be a whole number above 0`);
      }
      return rowsOf(
        `with found as (
           select *, coalesce(walk, id) as key from ${places} where parts is null and ($3::boolean is null or is_last = $3)
         ), chosen as (
           select distinct key collate "C" as key from found
           where key collate "C" > $1 and key collate "C" like $2 order by 1 limit $4
         )
         select ${columns} from found where key in (select key from chosen) order by key collate "C", part collate "C"`,
        [after, `${prefix.replace(/[\\%_]/g, '\\$&')}%`, isLast ?? null, limit ?? null],
      );
    },
    prune: async ({ finishedBefore }: { readonly finishedBefore: Date }): Promise<number> => {
      const before = finishedBefore.getTime() / 1_000;
      if (Number.isNaN(before)) throw new TypeError(`${limits.name}: finishedBefore must be a valid date`);
      for (let pruned = 0; ;) {
        const { rows } = await inOwnTransaction(pool, limits, ({ query }) =>
          query<{ readonly count: number }>(
            `with gone as (
               delete from ${places} where id in (
                 select id from ${places} where is_last and walk is null and kept_at < to_timestamp($1)
                 limit ${atOnce} for update skip locked
               ) returning id
             ), parts as (delete from ${places} as part using gone where part.walk = gone.id)
             select count(*)::integer as count from gone`,
            [before],
          ),
        );
        const count = rows[0]?.count ?? 0;
        pruned += count;
        if (count < atOnce) return pruned;
      }
    },
  };
};
