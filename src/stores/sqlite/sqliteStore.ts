import { type Either, left, map, right } from 'fp-ts/Either';
import { identity } from 'fp-ts/function';
import { from, Observable } from 'rxjs';
import { processName } from '../../node/processName';
import { claimIn, dropFrom, putEntry, type RowTable } from '../port/rowTable';
import { isStanding } from '../port/standing';
import type { LastWork, Store, StoreFence, StoreRow } from '../port/Store';
import type { Work } from '../../walk/durable/Places';
import { patiently, type SqliteConnection, type SqliteDatabase } from './connection';
import { type AtOnce, doNow } from './doNow';
import { lockedRows, rowsAsked, rowsOfWalk } from './placesTable';
import { transact } from './transact';

/** Does the work of a page, if the claim counts and its text is there. `stop` throws where nobody waits for it any more. */
const workNow = <D extends SqliteDatabase>(
  db: D,
  { rowAt, rowsOf }: RowTable,
  fence: StoreFence,
  work: Work<D>,
  last: LastWork<D> | undefined,
  stop: () => void,
): Either<StoreRow | undefined, StoreRow> => {
  const { id, part } = fence;
  const row = rowAt(fence);
  if (!row || !isStanding(row, fence)) return left(row);
  stop();
  doNow(work, db);
  if (last) {
    const others = part === undefined ? [] : rowsOf(id).filter((each) => each.part !== part);
    doNow((tx: D, reads) => last(tx, others, reads), db);
  }
  stop();
  return right(row);
};

/** Texts in a table of SQLite. */
export const sqliteStore = <D extends SqliteDatabase>(
  connection: SqliteConnection<D>,
  name: string,
): Store<D, AtOnce> => {
  const table = { ...connection, name, quoted: `main."${name.replaceAll('"', '""')}"` };
  const rows = lockedRows(table);

  return {
    name: 'sqlitePlaces',
    isAtomic: true,
    read: (filter) => {
      const { id } = filter;
      const looking = () => (id === undefined ? rowsAsked(table, filter) : rowsOfWalk(table, id));
      return patiently(connection, looking, identity);
    },
    claim: (id, part, { by = processName(), after }) =>
      transact(
        connection,
        () => claimIn(rows, { id, part: part?.name }, part?.of, { by, after }),
        identity,
      ),
    commit: (fence, entry, work, last) =>
      new Observable<Either<StoreRow | undefined, void>>((subscriber) => {
        const stop = (): void => {
          if (subscriber.closed) throw new Error('sqlitePlaces: unsubscribed');
        };
        const working = () => workNow(connection.db, rows, fence, work, last, stop);
        const keep = map((row: StoreRow) => putEntry(rows, row, entry));
        from(transact(connection, working, keep)).subscribe(subscriber);
      }),
    // There may be no table, and nothing is to be made.
    drop: (asked) =>
      asked.length === 0
        ? Promise.resolve([])
        : transact(connection, () => dropFrom(rows, asked), identity),
  };
};
