import Libsql from 'libsql';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type SqliteDatabase,
  type SqlitePlaces,
  sqlitePlaces,
  type SqlitePlacesOptions,
} from '../../../../src/sqlite';
import { inDirectory } from '../../../support/inDirectory';
import type { Store } from '../../../walk/durable/support/storeCases';

/** A connection, as specs use it. */
export interface Db extends SqliteDatabase {
  close(): unknown;
}

/** Node has a driver since 22.13. `PAGEWALK_SQLITE` names the module of another one: better-sqlite3, built by hand. */
const drivers: Partial<Record<string, (file: string) => Db>> = {
  libsql: (file) => new Libsql(file),
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const require = createRequire(join(process.cwd(), 'package.json'));
if (major > 22 || (major === 22 && minor >= 13)) {
  const { DatabaseSync } = require('node:sqlite') as {
    readonly DatabaseSync: new (file: string) => Db;
  };
  drivers['node:sqlite'] = (file) => new DatabaseSync(file);
}
const other = process.env.PAGEWALK_SQLITE;
if (other !== undefined) {
  const Other = require(other) as new (file: string) => Db;
  drivers[other] = (file) => new Other(file);
}

export const driverNames = Object.keys(drivers);

export const openDatabase = (driver: string, file: string): Db => {
  const open = drivers[driver];
  if (!open) throw new Error(`no driver ${driver}`);
  return open(file);
};

/** The rows of a query, as plain objects. */
export const rowsOf = (db: Db, sql: string): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  (db.prepare(sql).all() as ReadonlyArray<object>).map((row) => ({ ...row }));

export interface Scene {
  readonly db: Db;
  readonly file: string;
  readonly places: SqlitePlaces<Db>;
  /** Places of another connection to the same file, as another process has. */
  readonly another: (options?: SqlitePlacesOptions) => {
    readonly db: Db;
    readonly places: SqlitePlaces<Db>;
  };
  readonly numbers: () => ReadonlyArray<unknown>;
}

/** A spec may have closed it: node:sqlite refuses to do that twice. */
const closed = (db: Db): void => {
  try {
    db.close();
  } catch (error) {
    if (!String(error).includes('not open')) throw error;
  }
};

/** A file with a table that raises on a duplicate. */
export const withFile = (driver: string, use: (scene: Scene) => Promise<void>): Promise<void> =>
  inDirectory(async (directory) => {
    const file = join(directory, 'spec.db');
    const open: Array<Db> = [];
    const another = (options?: SqlitePlacesOptions) => {
      const db = openDatabase(driver, file);
      db.exec('pragma synchronous = off');
      open.push(db);
      return { db, places: sqlitePlaces(db, options) };
    };
    const { db, places } = another();
    db.exec('create table sink (number integer primary key)');
    const numbers = () =>
      rowsOf(db, 'select number from sink order by number').map(({ number }) => number);
    try {
      await use({ db, file, places, another, numbers });
    } finally {
      open.forEach(closed);
    }
  });

/** A store for the suite of places. */
export const storeOf = ({ db, places }: Scene): Store => ({
  places: places as object as Store['places'],
  written: () => rowsOf(db, 'select * from pagewalk_places'),
  damage: (id) => db.prepare("update pagewalk_places set place = 'damaged' where id = ?").run(id),
  older: (minutes, id, part = '') => {
    const then = Date.now() - minutes * 60_000;
    db.prepare(
      'update pagewalk_places set claimed_at = ?, kept_at = case when kept_at is null then null else ? end where id = ? and part = ?',
    ).run(then, then, id, part);
  },
  isSynchronous: true,
});

export const insert =
  (number: number) =>
  (tx: Db): ReadonlyArray<unknown> => [tx.prepare('insert into sink values (?)').run(number)];
