import { type Either, left, match, right } from 'fp-ts/Either';
import { from, Observable } from 'rxjs';
import { processName } from '../../node/processName';
import { type DatabaseRow, rowFrom } from '../port/rowFrom';
import type { Store, StoreRow } from '../port/Store';
import type { SqliteConnection, SqliteDatabase, Value } from './connection';
import { type AtOnce, doNow } from './doNow';

/** What a table has: its version, the epoch that was claimed last, and the rows that were asked for. */
interface TableState {
  readonly version: number;
  readonly lastEpoch: number;
  readonly rows: ReadonlyArray<StoreRow>;
}

type CommitResult = Either<StoreRow | undefined, void>;

/** Version 1, of 1.0.0-rc.2, had the same columns, and a text in `run` for every walk. */
const version = 2;

/**
 * Texts in a table of SQLite. Its row without an id says which version made it, and which epoch was claimed last: one that is
 * forgotten must not come again. A walk in parts has a row without a part, with their names. `main` is named because a temporary
 * table of the same name would come before it.
 */
export const sqliteStore = <D extends SqliteDatabase>(
  db: D,
  { rows, run, look, transact, change }: SqliteConnection,
  name: string,
): Store<D, AtOnce> => {
  const table = `main."${name.replaceAll('"', '""')}"`;

  const foreign = (cause?: unknown): Error =>
    new Error(
      `sqlitePlaces: the table ${name} was not made by pagewalk: name another one with the option table`,
      { cause },
    );

  /** All rows of a query; undefined where there is no table: reading makes none. */
  const select = (
    sql: string,
    values: ReadonlyArray<Value>,
  ): ReadonlyArray<DatabaseRow> | undefined => {
    try {
      return rows<DatabaseRow>(sql, ...values);
    } catch (error) {
      if (String(error).includes('no such table')) return undefined;
      throw String(error).includes('no such column') ? foreign(error) : error;
    }
  };

  /** Looks for rows of walks, and their parts, in one statement with the version: that of a later one is refused before all else. */
  const find = (where: string, ...values: ReadonlyArray<Value>): TableState | undefined => {
    const found = select(
      `select json_object('id', own.id, 'part', own.part, 'parts', json(walk.parts), 'epoch', own.epoch, 'nonce', own.nonce,
         'run', nullif(own.run, ''), 'text', own.place, 'pages', own.pages, 'objects', own.objects, 'round', own.round, 'isLast', own.is_last,
         'recurs', own.recurs, 'shown', own.shown, 'claimedBy', own.claimed_by, 'claimedAt', own.claimed_at,
         'keptAt', own.kept_at, 'now', ?) as json
       from ${table} as own left join ${table} as walk on walk.id = own.id and walk.part = '' and own.part <> ''
       where own.id = '' or (own.parts is null and ${where}) order by own.id, own.part`,
      [Date.now(), ...values],
    );
    if (!found) return undefined;
    const [first, ...others] = found;
    const said = Number(/^pagewalk places (\d+)$/.exec(first?.run ?? '')?.[1]);
    if (!first || Number.isNaN(said)) throw foreign();
    if (said > version) {
      throw new Error(
        `sqlitePlaces: the table ${name} was made by a later version of pagewalk (${said}; this one knows ${version}): use that version`,
      );
    }
    return { version: said, lastEpoch: first.epoch, rows: others.map(rowFrom) };
  };

  const rowsOf = (id: string): ReadonlyArray<StoreRow> => find('own.id = ?', id)?.rows ?? [];
  const rowAt = ({ id, part = '' }: Pick<StoreRow, 'id' | 'part'>): StoreRow | undefined =>
    find('own.id = ? and own.part = ?', id, part)?.rows[0];

  const create = (): void => {
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
  };

  /** What version 1 kept stays as it is. Its walkers are superseded: this version begins runs that they do not know. */
  const upgrade = (epoch: number): void => {
    run(
      `update ${table} set epoch = ?, nonce = null, claimed_by = null where id <> '' and not is_last`,
      epoch,
    );
    run(`update ${table} set run = 'pagewalk places ${version}' where id = ''`);
  };

  /** The next epoch. Makes the table, or upgrades it. */
  const nextEpoch = (): number => {
    const found = find("own.id = ''");
    const epoch = (found?.lastEpoch ?? 0) + 1;
    if (!found) create();
    else if (found.version < version) upgrade(epoch);
    run(`update ${table} set epoch = ? where id = ''`, epoch);
    return epoch;
  };

  return {
    name: 'sqlitePlaces',
    isAtomic: true,
    read: ({ id, prefix = '', after = '', isLast, recurs, keptBefore, limit = -1 }) =>
      look(() => {
        if (id !== undefined) return rowsOf(id);
        const isAsked = [
          'own.id > ?',
          'substr(own.id, 1, length(?)) = ?',
          'own.is_last = coalesce(?, own.is_last)',
          'own.recurs = coalesce(?, own.recurs)',
          '(? is null or own.kept_at < ?)',
        ].join(' and ');
        const [done, again] = [isLast, recurs].map((is) => (is === undefined ? null : Number(is)));
        const before = keptBefore ?? null;
        const values = [after, prefix, prefix, done ?? null, again ?? null, before, before];
        const walks = `select distinct own.id from ${table} as own where own.parts is null and ${isAsked} order by own.id limit ?`;
        const found = find(`${isAsked} and own.id in (${walks})`, ...values, ...values, limit);
        return found?.rows ?? [];
      }),
    claim: (id, part, { by = processName(), after }) =>
      change(() => {
        // Before anything is written: the rows may be those of an earlier version.
        const epoch = nextEpoch();
        const known = rowsOf(id);
        const own = known.find((row) => row.part === part?.name);
        const isOther = known.some(
          ({ parts }) => JSON.stringify(parts) !== JSON.stringify(part?.of),
        );
        if (isOther || (after !== undefined && (own?.epoch ?? 0) !== after)) return undefined;
        const opened = part && known.length === 0 ? ['', ...part.of] : [];
        for (const each of opened) {
          run(
            `insert into ${table} (id, part, epoch, run, parts, claimed_at) values (?, ?, 0, '', ?, ?)`,
            ...[id, each, each === '' ? JSON.stringify(part?.of) : null, Date.now()],
          );
        }
        run(
          `insert into ${table} (id, part, epoch, nonce, run, claimed_by, claimed_at) values (?, ?, ?, ?, '', ?, ?)
           on conflict (id, part) do update set
             epoch = excluded.epoch, nonce = excluded.nonce, claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at`,
          ...[id, part?.name ?? '', epoch, crypto.randomUUID(), by, Date.now()],
        );
        return rowAt({ id, part: part?.name });
      }),
    commit: (fence, entry, work, last) =>
      new Observable<CommitResult>((subscriber) => {
        const { id, part, epoch, nonce, text } = fence;
        const stop = (): void => {
          if (subscriber.closed) throw new Error('sqlitePlaces: unsubscribed');
        };
        const working = (): CommitResult => {
          const row = rowAt(fence);
          if (row?.epoch !== epoch || row.nonce !== nonce || row.text !== text) return left(row);
          stop();
          doNow(work, db);
          if (last) {
            const others =
              part === undefined ? [] : rowsOf(id).filter((each) => each.part !== part);
            doNow((tx: D, reads) => last(tx, others, reads), db);
          }
          stop();
          return right(undefined);
        };
        const keep = match<StoreRow | undefined, unknown, CommitResult>(left, () => {
          const { pages, objects, round, isLast, recurs, shown } = entry.index;
          run(
            `update ${table} set place = ?, pages = ?, objects = ?, round = ?, is_last = ?, recurs = ?, shown = ?,
               kept_at = coalesce(?, kept_at)
             where id = ? and part = ?`,
            ...[entry.text, pages, objects, round, Number(isLast), Number(recurs), shown],
            ...[entry.hasAdvanced ? Date.now() : null, id, part ?? ''],
          );
          return right(undefined);
        });
        from(transact(working, keep)).subscribe(subscriber);
      }),
    drop: async (asked) => {
      // There may be no table, and nothing is to be made.
      if (asked.length === 0) return [];
      return change(() => {
        const epoch = nextEpoch();
        const still = asked.filter((row) => {
          const there = rowAt(row);
          return there?.epoch === row.epoch && there.text === row.text;
        });
        for (const { id, part = '' } of still) {
          run(
            `update ${table} set epoch = ?, nonce = ?, run = '', claimed_by = null, place = null, pages = 0, objects = 0, round = 1,
               is_last = 0, recurs = 0, shown = null, kept_at = null
             where id = ? and part = ?`,
            ...[epoch, crypto.randomUUID(), id, part],
          );
        }
        for (const id of new Set(still.map((row) => row.id))) {
          const isLeft = rowsOf(id).some((row) => row.epoch !== epoch);
          if (!isLeft) run(`delete from ${table} where id = ?`, id);
        }
        return still;
      });
    },
  };
};
