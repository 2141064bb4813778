import * as E from 'fp-ts/Either';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { KeptPlaces } from '../../index';
import { filePlaces } from '../../node';
import { postgresPlaces } from '../../postgres';
import { type SqliteDatabase, sqlitePlaces } from '../../sqlite';
import { type Checked, failure, fileComplaint, misuse } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';

/** Places that can be looked at, and what closes them. */
export interface OpenStore {
  readonly places: Pick<
    KeptPlaces<never>,
    'get' | 'all' | 'forget' | 'restart' | 'setMark' | 'release'
  >;
  readonly close: () => Promise<void> | void;
}

export interface StoreFlags {
  readonly schema?: string;
  readonly table?: string;
}

interface ClosableDatabase extends SqliteDatabase {
  close(): void;
}
type Open = new (file: string) => ClosableDatabase;
type Pool = Parameters<typeof postgresPlaces>[0];

/** A package of the project that this is run in: none of them is a dependency of the command line. */
const packageNamed = (name: string): unknown => {
  try {
    return createRequire(join(process.cwd(), 'package.json'))(name);
  } catch {
    return undefined;
  }
};

/** An option of another kind of store would change nothing. */
const otherStore = misuse('--schema goes with DATABASE_URL, and --table with a SQLite file');

const inSqlite = (file: string, { schema, table }: StoreFlags): Checked<OpenStore> => {
  if (schema !== undefined) return E.left(otherStore);
  const own = packageNamed('node:sqlite') as { readonly DatabaseSync: Open } | undefined;
  const Driver =
    own?.DatabaseSync ??
    ((packageNamed('better-sqlite3') ?? packageNamed('libsql')) as Open | undefined);
  if (!Driver)
    return E.left(
      failure('a SQLite file needs Node 22.13 or later, or: npm install better-sqlite3'),
    );
  const db = new Driver(file);
  return E.right({ places: sqlitePlaces(db, { table }), close: () => db.close() });
};

const inPostgres = (
  connectionString: string | undefined,
  { schema, table }: StoreFlags,
): Checked<OpenStore> => {
  if (table !== undefined) return E.left(otherStore);
  if (!connectionString) return E.left(misuse('the environment variable DATABASE_URL is not set'));
  const pg = packageNamed('pg') as { readonly Pool: new (options: object) => Pool } | undefined;
  if (!pg) return E.left(failure('places in Postgres need the package pg: npm install pg'));
  const pool = new pg.Pool({ connectionString, max: 2, connectionTimeoutMillis: 10_000 });
  return E.right({ places: postgresPlaces(pool, { schema }), close: () => pool.end() });
};

const isSqlite = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    return (await file.read(Buffer.alloc(15), 0, 15, 0)).buffer.toString() === 'SQLite format 3';
  } finally {
    await file.close();
  }
};

/** Opens a folder of `filePlaces`, a SQLite file, or the database of DATABASE_URL. */
export const openStore = async (
  store: string,
  flags: StoreFlags,
  env: Io['env'],
): Promise<Checked<OpenStore>> => {
  if (/^postgres(?:ql)?:/.test(store)) {
    return E.left(
      misuse(
        'put the address into the environment variable DATABASE_URL, and write DATABASE_URL in its place',
      ),
    );
  }
  if (store === 'DATABASE_URL') return inPostgres(env.DATABASE_URL, flags);
  try {
    if (await isSqlite(store)) return inSqlite(store, flags);
    return E.left(misuse(`${store} is neither a folder of places nor a SQLite file`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EISDIR') {
      return E.left(fileComplaint(`cannot read ${store}`, error));
    }
    return (flags.schema ?? flags.table) === undefined
      ? E.right({ places: filePlaces(store), close: () => undefined })
      : E.left(otherStore);
  }
};
