import { type Option, fromNullable } from 'fp-ts/Option';
import type { Pool } from 'pg';
import { checkId } from '../walk/durable/Places';
import type { Limits } from './connection';
import { namesIn } from './names';
import { inOwnTransaction } from './transaction';

/**
 * How far a walk has come, as `get` and `all` return it: without its token.
 *
 * @since 0.1.0
 */
export interface KeptWalk {
  readonly id: string;
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
  /** How many at most. */
  readonly limit?: number | undefined;
}

/** What a row says. Counts that may be large arrive as strings; times are milliseconds, which no `datestyle` changes. */
interface Row {
  readonly id: string;
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

const walkOf = ({ id, pages, objects, round, isLast, claimedAt, keptAt, age }: Row): KeptWalk => ({
  id,
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
  const columns = `id, pages, objects, round, is_last as "isLast", ${msOf('claimed_at')} as "claimedAt", ${msOf('kept_at')} as "keptAt", ${msOf('clock_timestamp() - kept_at')} as age`;

  const rowsOf = (text: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<KeptWalk>> =>
    inOwnTransaction(pool, limits, async ({ query }) => (await query<Row>(text, values)).rows.map(walkOf));

  return {
    get: async (id: string): Promise<Option<KeptWalk>> => {
      checkId(id);
      return fromNullable((await rowsOf(`select ${columns} from ${places} where id = $1`, [id]))[0]);
    },
    all: async ({ isLast, prefix = '', after = '', limit }: KeptWalksFilter = {}): Promise<ReadonlyArray<KeptWalk>> => {
      if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
        throw new TypeError(`${limits.name}: limit must be a whole number above 0`);
      }
      return rowsOf(
        `select ${columns} from ${places}
         where id collate "C" > $1 and id collate "C" like $2 and ($3::boolean is null or is_last = $3)
         order by id collate "C" limit $4`,
        [after, `${prefix.replace(/[\\%_]/g, '\\$&')}%`, isLast ?? null, limit ?? null],
      );
    },
    prune: async ({ finishedBefore }: { readonly finishedBefore: Date }): Promise<number> => {
      const before = finishedBefore.getTime() / 1_000;
      if (Number.isNaN(before)) throw new TypeError(`${limits.name}: finishedBefore must be a valid date`);
      for (let pruned = 0; ;) {
        const { rowCount } = await inOwnTransaction(pool, limits, ({ query }) =>
          query(
            `delete from ${places} where id in (
               select id from ${places} where is_last and kept_at < to_timestamp($1) limit ${atOnce} for update skip locked
             )`,
            [before],
          ),
        );
        pruned += rowCount ?? 0;
        if ((rowCount ?? 0) < atOnce) return pruned;
      }
    },
  };
};
