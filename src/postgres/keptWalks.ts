import { isRight } from 'fp-ts/Either';
import { type Option, fromNullable } from 'fp-ts/Option';
import type { Busy } from '../model/errors/Superseded';
import type { Mark } from '../model/place/Mark';
import { checkKnown } from '../model/optionChecks';
import { isMissing, marksOf } from '../model/place/marked';
import { Place } from '../model/place/Place';
import { checkId } from '../walk/durable/Places';
import type { Database } from './database';
import { keyOf, msOf } from './sql';
import { inOwnTransaction } from './transaction';

/** How far a walk has got, as `get` and `all` return it: without its token. @since 0.1.0 */
export interface KeptWalk extends Pick<Place, 'pages' | 'objects' | 'round' | 'isLast'>, Omit<Busy, '_tag'> {
  /** When a place was last kept; null if none was. */
  readonly keptAt: Date | null;
  /**
   * Milliseconds since then, or since the claim where no place was kept, by the clock of the database. For a walk in parts it
   * is that of the unfinished part that has stood still longest, or of the last part if all are done.
   */
  readonly age: number;
  /** The mark of the last complete run, if the walk asks for what is new. Sums of parts have none. */
  readonly mark?: Mark;
}

/** Which walks `all` returns. Without any of these: every one. @since 0.2.0 */
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
interface Row extends Pick<KeptWalk, 'id' | 'round' | 'isLast' | 'claimedBy'> {
  readonly part: string | null;
  readonly pages: string;
  readonly objects: string;
  readonly claimedAt: number | string;
  readonly keptAt: number | string | null;
  readonly age: number | string;
  readonly marked: string | null;
}

/** Only places that hold marks are JSON objects, in base64. */
const isMarked = (place: string): string => `split_part(${place}, '.', 3) like 'ey%'`;

const markIn = (text: string | null): Mark | null | undefined => {
  const place = Place.decode(text);
  return isRight(place) ? marksOf(place.right)?.[1] : undefined;
};

const walkOf = ({ part, pages, objects, claimedAt, keptAt, age, marked, ...others }: Row): KeptWalk => {
  const mark = markIn(marked);
  return {
    ...others,
    ...(part !== null && { part }),
    pages: Number(pages),
    objects: Number(objects),
    claimedAt: new Date(Number(claimedAt)),
    keptAt: keptAt === null ? null : new Date(Number(keptAt)),
    age: Math.max(0, Number(age)),
    ...(!isMissing(mark) && { mark }),
  };
};

/** How many walks are removed in one transaction. */
const atOnce = 10_000;

export const keptWalks = (database: Database) => {
  const places = database.named('places');
  const columns = (since = 'coalesce(kept_at, claimed_at)'): string =>
    `coalesce(name, id) as id, part, pages, objects, round, is_last as "isLast", ${msOf('claimed_at')} as "claimedAt", ${msOf('kept_at')} as "keptAt", ${msOf(`clock_timestamp() - ${since}`)} as age, claimed_by as "claimedBy", case when ${isMarked('place')} then place end as marked`;

  const rowsOf = (text: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<KeptWalk>> =>
    inOwnTransaction(database, async ({ query }) => (await query<Row>(text, values)).rows.map(walkOf), 'read only');

  return {
    get: async (id: string, part?: string): Promise<Option<KeptWalk>> => {
      checkId(id);
      const [row] = await rowsOf(`select ${columns()} from ${places} where id = $1 and parts is null`, [
        keyOf(database, id, part),
      ]);
      if (row !== undefined || part !== undefined) return fromNullable(row);
      const [sums] = await rowsOf(
        `select ${columns('coalesce(since, kept_at)')} from (
           select walk as id, max(name) as name, null as part, null as place, sum(pages) as pages, sum(objects) as objects,
             max(round) as round, bool_and(is_last) as is_last, max(claimed_at) as claimed_at, max(kept_at) as kept_at,
             (array_agg(claimed_by order by claimed_at desc))[1] as claimed_by,
             min(coalesce(kept_at, claimed_at)) filter (where not is_last) as since
           from ${places} where walk = $1 group by walk
         ) as sums`,
        [keyOf(database, id)],
      );
      return fromNullable(sums);
    },
    all: async (filter: KeptWalksFilter = {}): Promise<ReadonlyArray<KeptWalk>> => {
      const { isLast, prefix = '', after = '', limit, ...others } = filter;
      checkKnown(`${database.name}.all`, others);
      if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
        throw new TypeError(`${database.name}: limit must be a whole number above 0`);
      }
      // In words, so that the index of those that are not done can be used.
      const done = isLast === undefined ? '' : `and ${isLast ? '' : 'not'} is_last`;
      return rowsOf(
        `with found as (
           select *, coalesce(name, id) as key from ${places} where parts is null ${done}
         ), chosen as (
           select distinct key collate "C" as key from found
           where key collate "C" > $1 and key collate "C" like $2 order by 1 limit $3
         )
         select ${columns()} from found where key in (select key from chosen) order by key collate "C", part collate "C"`,
        [after, `${prefix.replace(/[\\%_]/g, '\\$&')}%`, limit ?? null],
      );
    },
    prune: async ({ finishedBefore, ...others }: { readonly finishedBefore: Date }): Promise<number> => {
      checkKnown(`${database.name}.prune`, others);
      const before = finishedBefore.getTime() / 1_000;
      if (Number.isNaN(before)) throw new TypeError(`${database.name}: finishedBefore must be a valid date`);
      for (let pruned = 0; ;) {
        const { rows } = await inOwnTransaction(database, ({ query }) =>
          query<{ readonly count: number }>(
            `with gone as (
               delete from ${places} where id in (
                 select id from ${places} as done where is_last and walk is null and kept_at < to_timestamp($1)
                   and not exists (select from ${places} where (id = done.id or walk = done.id) and ${isMarked('place')})
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
