import { maxTimer } from '../../model/maxTimer';
import { checkKnown } from '../../model/optionChecks';
import { checkId } from '../../walk/durable/Places';
import { placesOf } from '../port/placesOf';
import type { StorePlaces } from '../port/StorePlaces';
import { jsonRows, type SqliteDatabase } from './connection';
import type { AtOnce } from './doNow';
import { sqliteStore } from './sqliteStore';
import { outsideWork } from './transact';

/** Options of `sqlitePlaces`. @since 1.0.0 */
export interface SqlitePlacesOptions {
  /** The table in which the places are kept. Default `pagewalk_places`. */
  readonly table?: string | undefined;
  /** Milliseconds for which a lock of another connection is waited for. Default 5,000. */
  readonly busyTimeout?: number | undefined;
}

/** The places that `sqlitePlaces` makes. @since 1.0.0 */
export type SqlitePlaces<D> = StorePlaces<D, AtOnce>;

const store = 'sqlitePlaces';

/**
 * Keeps the places of walks in a SQLite file, each in the same transaction as the work on its page: for `durable` on one
 * machine, without a server.
 *
 * It takes a connection of `node:sqlite` (Node 22.13 and later), better-sqlite3, libsql or `bun:sqlite`, and makes its table with
 * the first claim. The work gets that connection, in a transaction that it must not end. Whatever it writes is committed
 * together with the place, or not at all. The work is synchronous, as these drivers are: wait in `prepare`
 * of `durable`. Nothing else on the connection gets into the transaction. Several processes may share the file. A claim waits for
 * the page that another one has in work, for as long as `busyTimeout`.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, durable, listObjects, orThrow } from 'pagewalk';
 * import { sqlitePlaces } from 'pagewalk/sqlite';
 * import Database from 'libsql';
 * import { lastValueFrom } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const db = new Database('employees.db');
 * db.exec('create table if not exists employee_pages (data text)');
 *
 * const walk$ = durable({
 *   id: 'employee pages',
 *   places: sqlitePlaces(db),
 *   pages: (start) => client.pages(listObjects, { ontologyRid: 'ri.ontology.main', objectType: 'employee', ...start }),
 *   work: (page, tx) => tx.prepare('insert into employee_pages values (?)').run(JSON.stringify(page.data)),
 * });
 * await lastValueFrom(walk$.pipe(orThrow()));
 * db.close();
 * ```
 *
 * @since 1.0.0
 */
export const sqlitePlaces = <D extends SqliteDatabase>(
  db: D,
  { table: name = 'pagewalk_places', busyTimeout = 5_000, ...others }: SqlitePlacesOptions = {},
): SqlitePlaces<D> => {
  checkKnown(store, others);
  checkId(name, `${store}: table`);
  if (!(typeof busyTimeout === 'number' && busyTimeout >= 0 && busyTimeout <= maxTimer)) {
    throw new TypeError(
      `${store}: busyTimeout must be a number of milliseconds from 0 to ${maxTimer}`,
    );
  }
  // An asynchronous driver is refused here.
  jsonRows(db, 'select 1 as json');
  return outsideWork(db, placesOf(sqliteStore({ db, busyTimeout }, name)));
};
