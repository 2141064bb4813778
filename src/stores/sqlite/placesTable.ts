import { type DatabaseRow, rowFrom } from '../port/rowFrom';
import type { RowTable } from '../port/rowTable';
import type { RowFilter, StoreRow } from '../port/Store';
import { jsonRows, type SqliteConnection, type SqliteDatabase, type Value } from './connection';

// Its row without an id says which version made it, and which epoch was claimed last: one that is forgotten must not come again. A walk
// in parts has a row without a part, with their names.

/** The table in which texts are kept. */
export interface PlacesTable<D extends SqliteDatabase> extends SqliteConnection<D> {
  readonly name: string;
  /** Its name in statements. `main` is named because a temporary table of the same name would come before it. */
  readonly quoted: string;
}

type AnyTable = PlacesTable<SqliteDatabase>;
type TableKey = Pick<StoreRow, 'id' | 'part'>;

/** What a table has: its version, the epoch that was claimed last, and the rows that were asked for. */
interface TableState {
  readonly version: number;
  readonly lastEpoch: number;
  readonly rows: ReadonlyArray<StoreRow>;
}

/** Version 1, of 1.0.0-rc.2, had the same columns, and a text in `run` for every walk. */
const tableVersion = 2;

const runSql = ({ db }: AnyTable, sql: string, ...values: ReadonlyArray<Value>): void => {
  db.prepare(sql).run(...values);
};

const foreign = (name: string, cause?: unknown): Error =>
  new Error(
    `sqlitePlaces: the table ${name} was not made by pagewalk: name another one with the option table`,
    { cause },
  );

/** All rows of a query; undefined where there is no table: reading makes none. */
const select = (
  { db, name }: AnyTable,
  sql: string,
  values: ReadonlyArray<Value>,
): ReadonlyArray<DatabaseRow> | undefined => {
  try {
    return jsonRows<DatabaseRow>(db, sql, ...values);
  } catch (error) {
    if (String(error).includes('no such table')) return undefined;
    throw String(error).includes('no such column') ? foreign(name, error) : error;
  }
};

/** Looks for rows of walks, and their parts, in one statement with the version: that of a later one is refused before all else. */
const find = (
  table: AnyTable,
  where: string,
  ...values: ReadonlyArray<Value>
): TableState | undefined => {
  const { name, quoted } = table;
  const found = select(
    table,
    `select json_object('id', own.id, 'part', own.part, 'parts', json(walk.parts), 'epoch', own.epoch, 'nonce', own.nonce,
       'run', nullif(own.run, ''), 'text', own.place, 'pages', own.pages, 'objects', own.objects, 'round', own.round, 'isLast', own.is_last,
       'recurs', own.recurs, 'shown', own.shown, 'claimedBy', own.claimed_by, 'claimedAt', own.claimed_at,
       'keptAt', own.kept_at, 'now', ?) as json
     from ${quoted} as own left join ${quoted} as walk on walk.id = own.id and walk.part = '' and own.part <> ''
     where own.id = '' or (own.parts is null and ${where}) order by own.id, own.part`,
    [Date.now(), ...values],
  );
  if (!found) return undefined;
  const [first, ...others] = found;
  const said = Number(/^pagewalk places (\d+)$/.exec(first?.run ?? '')?.[1]);
  if (!first || Number.isNaN(said)) throw foreign(name);
  if (said > tableVersion) {
    throw new Error(
      `sqlitePlaces: the table ${name} was made by a later version of pagewalk (${said}; this one knows ${tableVersion}): use that version`,
    );
  }
  return { version: said, lastEpoch: first.epoch, rows: others.map(rowFrom) };
};

/** The rows of a walk. */
export const rowsOfWalk = (table: AnyTable, id: string): ReadonlyArray<StoreRow> =>
  find(table, 'own.id = ?', id)?.rows ?? [];

const rowAt = (table: AnyTable, { id, part = '' }: TableKey): StoreRow | undefined =>
  find(table, 'own.id = ? and own.part = ?', id, part)?.rows[0];

/** The rows of the walks that are asked for. */
export const rowsAsked = (
  table: AnyTable,
  { prefix = '', after = '', isLast, recurs, keptBefore, limit = -1 }: RowFilter,
): ReadonlyArray<StoreRow> => {
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
  const walks = `select distinct own.id from ${table.quoted} as own where own.parts is null and ${isAsked} order by own.id limit ?`;
  const where = `${isAsked} and own.id in (${walks})`;
  return find(table, where, ...values, ...values, limit)?.rows ?? [];
};

const create = (table: AnyTable): void => {
  runSql(
    table,
    `create table ${table.quoted} (
      id text not null, part text not null, epoch integer not null, nonce text, run text not null, parts text, place text,
      pages integer not null default 0, objects integer not null default 0, round integer not null default 1,
      is_last integer not null default 0, recurs integer not null default 0, shown text,
      claimed_by text, claimed_at integer not null, kept_at integer, primary key (id, part)
    )`,
  );
  runSql(
    table,
    `insert into ${table.quoted} (id, part, epoch, run, claimed_at) values ('', '', 0, 'pagewalk places ${tableVersion}', 0)`,
  );
};

/** What version 1 kept stays as it is. Its walkers are superseded: this version begins runs that they do not know. */
const upgrade = (table: AnyTable, epoch: number): void => {
  runSql(
    table,
    `update ${table.quoted} set epoch = ?, nonce = null, claimed_by = null where id <> '' and not is_last`,
    epoch,
  );
  runSql(table, `update ${table.quoted} set run = 'pagewalk places ${tableVersion}' where id = ''`);
};

/** The next epoch. Makes the table, or upgrades it. */
const nextEpoch = (table: AnyTable): number => {
  const found = find(table, "own.id = ''");
  const epoch = (found?.lastEpoch ?? 0) + 1;
  if (!found) create(table);
  else if (found.version < tableVersion) upgrade(table, epoch);
  runSql(table, `update ${table.quoted} set epoch = ? where id = ''`, epoch);
  return epoch;
};

/** Adds a row, or replaces it, with the names of the parts. */
const putRow = (table: AnyTable, row: StoreRow): void => {
  const {
    id,
    part = '',
    parts,
    epoch,
    nonce,
    run,
    text,
    index,
    claimedBy,
    claimedAt,
    keptAt,
  } = row;
  const { pages, objects, round, isLast, recurs, shown } = index;
  if (parts) {
    runSql(
      table,
      `insert into ${table.quoted} (id, part, epoch, run, parts, claimed_at) values (?, '', 0, '', ?, ?)
       on conflict (id, part) do nothing`,
      ...[id, JSON.stringify(parts), claimedAt],
    );
  }
  runSql(
    table,
    `insert or replace into ${table.quoted} (
       id, part, epoch, nonce, run, place, pages, objects, round, is_last, recurs, shown, claimed_by, claimed_at, kept_at
     ) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, part, epoch, nonce ?? null, run ?? '', text, pages, objects, round],
    ...[Number(isLast), Number(recurs), shown, claimedBy ?? null, claimedAt, keptAt],
  );
};

/** The rows in a table, for who has locked it. */
export const lockedRows = (table: AnyTable): RowTable => ({
  rowsOf: (id) => rowsOfWalk(table, id),
  rowAt: (name) => rowAt(table, name),
  put: (row) => putRow(table, row),
  remove: (id) => runSql(table, `delete from ${table.quoted} where id = ?`, id),
  nextEpoch: () => nextEpoch(table),
});
