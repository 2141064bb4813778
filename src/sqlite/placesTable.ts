import { Place } from '../model/place/Place';
import { columnsOf, type KeptRow } from '../walk/durable/KeptPlaces';
import type { Connection, Value } from './connection';

/** A walk, or a part of it, whose name is empty for a whole walk. */
export interface Row extends Pick<KeptRow, 'id' | 'claimedBy' | 'isLast'> {
  readonly part: string;
  readonly epoch: number;
  readonly nonce: string | null;
  readonly run: string;
  /** The names of all parts, as JSON; only in the row of a walk that has parts. */
  readonly parts: string | null;
  readonly place: string | null;
  readonly claimedAt: number;
  readonly keptAt: number | null;
}

const version = 1;

/** How many walks are removed in one transaction: it stops the loop. */
export const atOnce = 1_000;

/**
 * The table of places. Its row without an id says who made it, and which epoch was claimed last: one that is forgotten must not
 * come again. `main` is named because a temporary table of the same name would come before it.
 */
export const placesTable = ({ rows, run }: Pick<Connection, 'rows' | 'run'>, name: string) => {
  const table = `main."${name.replaceAll('"', '""')}"`;

  const foreign = (cause?: unknown): Error =>
    new Error(
      `sqlitePlaces: the table ${name} was not made by pagewalk: name another one with the option table`,
      {
        cause,
      },
    );

  /** The rows of a query; undefined where there is no table: reading makes none. */
  const read = (sql: string, ...values: ReadonlyArray<Value>): ReadonlyArray<Row> | undefined => {
    try {
      return rows<Row>(sql, ...values);
    } catch (error) {
      if (String(error).includes('no such table')) return undefined;
      throw String(error).includes('no such column') ? foreign(error) : error;
    }
  };

  /** The row of a walk and that of its part, and the last epoch, which is undefined where there is no table yet. */
  const find = (id: string, part = '') => {
    const found = read(
      `select json_object('id', id, 'part', part, 'epoch', epoch, 'nonce', nonce, 'run', run, 'parts', parts, 'place', place,
         'isLast', is_last, 'claimedBy', claimed_by, 'claimedAt', claimed_at, 'keptAt', kept_at) as json
       from ${table} where id = '' or (id = ? and part in ('', ?))`,
      id,
      part,
    );
    if (!found) return { walk: undefined, own: undefined, last: undefined };
    const first = found.find((row) => row.id === '');
    const said = Number(/^pagewalk places (\d+)$/.exec(first?.run ?? '')?.[1]);
    if (Number.isNaN(said)) throw foreign();
    if (said > version) {
      throw new Error(
        `sqlitePlaces: the table ${name} was made by a later version of pagewalk (${said}; this one knows ${version})`,
      );
    }
    const rowOf = (of: string): Row | undefined =>
      found.find((row) => row.id === id && row.part === of);
    return { walk: rowOf(''), own: rowOf(part), last: first?.epoch };
  };

  /** Whether there is a table. It refuses one that is not of this version: its columns may mean something else. */
  const isThere = (): boolean => find('').last !== undefined;

  const shown = `
    select json_object('id', id, 'part', nullif(part, ''), 'pages', pages, 'objects', objects, 'round', round, 'isLast', is_last,
      'claimedBy', claimed_by, 'claimedAt', claimed_at, 'keptAt', kept_at, 'shown', shown,
      'age', ? - coalesce(kept_at, claimed_at)) as json`;

  /** The next epoch. Makes the table, if there is none. */
  const nextEpoch = (): number => {
    const { last } = find('');
    if (last === undefined) {
      run(`
        create table ${table} (
          id text not null, part text not null, epoch integer not null, nonce text, run text not null, parts text, place text,
          pages integer not null default 0, objects integer not null default 0, round integer not null default 1,
          is_last integer not null default 0, recurs integer not null default 0, shown text,
          claimed_by text, claimed_at integer not null, kept_at integer, primary key (id, part)
        )`);
      run(
        `insert into ${table} (id, part, epoch, run, claimed_at) values ('', '', 0, 'pagewalk places ${version}', 0)`,
      );
    }
    const epoch = (last ?? 0) + 1;
    run(`update ${table} set epoch = ? where id = ''`, epoch);
    return epoch;
  };

  return {
    find,
    /** Claims a walk, or a part of it, in a run. Opens the walk in parts, if their names are given. */
    claim: (
      { id, part, run: own, nonce }: Pick<Row, 'id' | 'part' | 'run' | 'nonce'>,
      by: string | null,
      names: ReadonlyArray<string> | null,
    ): number => {
      const epoch = nextEpoch();
      const opened = names ? ['', ...names] : [];
      for (const each of opened) {
        run(
          `insert into ${table} (id, part, epoch, run, parts, claimed_at) values (?, ?, 0, ?, ?, ?)`,
          ...[id, each, own, each === '' ? JSON.stringify(names) : null, Date.now()],
        );
      }
      run(
        `insert into ${table} (id, part, epoch, nonce, run, claimed_by, claimed_at) values (?, ?, ?, ?, ?, ?, ?)
         on conflict (id, part) do update set
           epoch = excluded.epoch, nonce = excluded.nonce, claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at`,
        ...[id, part, epoch, nonce, own, by, Date.now()],
      );
      return epoch;
    },
    keep: (id: string, part: string, place: Place, isEnd: boolean): void => {
      const { pages, objects, round, isLast } = place;
      const { shown: more, recurs } = columnsOf(place);
      const now = Date.now();
      run(
        `update ${table} set place = ?, pages = ?, objects = ?, round = ?, is_last = ?, recurs = ?, shown = ?, kept_at = ?
         where id = ? and part = ?`,
        ...[
          Place.encode(place),
          pages,
          objects,
          round,
          Number(isLast),
          Number(recurs),
          more,
          now,
          id,
          part,
        ],
      );
      if (isEnd && part !== '')
        run(`update ${table} set is_last = 1, kept_at = ? where id = ? and part = ''`, now, id);
    },
    /** Whether all parts but this one are last. */
    endsAll: (id: string, part: string): boolean => {
      const open = `select 1 as json from ${table} where id = ? and part not in ('', ?) and not is_last limit 1`;
      return rows(open, id, part).length === 0;
    },
    drop: (id: string, part: string | undefined): void => {
      if (part === undefined) return run(`delete from ${table} where id = ?`, id);
      run(
        `update ${table} set epoch = ?, nonce = ?, claimed_by = null, place = null, pages = 0, objects = 0, round = 1,
           is_last = 0, recurs = 0, shown = null, kept_at = null
         where id = ? and part = ?`,
        ...[nextEpoch(), crypto.randomUUID(), id, part],
      );
      run(`update ${table} set is_last = 0 where id = ? and part = ''`, id);
    },
    /** Removes walks that were done before a time, and says how many. */
    prune: (before: number): number => {
      if (!isThere()) return 0;
      const done = rows<string>(
        `select json_quote(id) as json from ${table} as walk
         where part = '' and id <> '' and is_last and kept_at < ?
           and not exists (select 1 from ${table} where id = walk.id and recurs) limit ${atOnce}`,
        before,
      );
      for (const id of done) run(`delete from ${table} where id = ?`, id);
      return done.length;
    },
    walksOf: (id: string): ReadonlyArray<KeptRow> =>
      isThere()
        ? rows(`${shown} from ${table} where id = ? and parts is null`, Date.now(), id)
        : [],
    all: (
      isLast: boolean | undefined,
      prefix: string,
      after: string,
      limit = -1,
    ): ReadonlyArray<KeptRow> =>
      isThere()
        ? rows(
            `with found as (
           select * from ${table}
           where parts is null and id > ? and substr(id, 1, length(?)) = ? and is_last = coalesce(?, is_last)
         )
         ${shown} from found where id in (select distinct id from found order by id limit ?) order by id, part`,
            ...[
              after,
              prefix,
              prefix,
              isLast === undefined ? null : Number(isLast),
              Date.now(),
              limit,
            ],
          )
        : [],
  };
};
