import { type Either, isRight, left, right } from 'fp-ts/Either';
import { identity } from 'fp-ts/function';
import { from, Observable } from 'rxjs';
import { processName } from '../../node/processName';
import { isInParts, isStanding } from '../port/standing';
import type { LastWork, Store, StoreFence, StoreRow } from '../port/Store';
import type { Work } from '../../walk/durable/Places';
import { patiently, type SqliteConnection, type SqliteDatabase } from './connection';
import { type AtOnce, doNow } from './doNow';
import {
  emptyRow,
  nextEpoch,
  openParts,
  type PlacesTable,
  putClaim,
  putEntry,
  removeWalk,
  rowAt,
  rowsAsked,
  rowsOfWalk,
} from './placesTable';
import { transact } from './transact';

type CommitResult = Either<StoreRow | undefined, void>;

const claimNow = <D extends SqliteDatabase>(
  table: PlacesTable<D>,
  key: Pick<StoreRow, 'id' | 'part'>,
  parts: ReadonlyArray<string> | undefined,
  { by = processName(), after }: Parameters<Store<D>['claim']>[2],
): StoreRow | undefined => {
  // Before anything is written: the rows may be those of an earlier version.
  const epoch = nextEpoch(table);
  const known = rowsOfWalk(table, key.id);
  const own = known.find((row) => row.part === key.part);
  const isOther = !known.every((row) => isInParts(row, parts));
  if (isOther || (after !== undefined && (own?.epoch ?? 0) !== after)) return undefined;
  if (parts && known.length === 0) openParts(table, key.id, parts);
  putClaim(table, key, epoch, by);
  return rowAt(table, key);
};

/** Does the work of a page, if the claim counts and its text is there. `stop` throws where nobody waits for it any more. */
const workNow = <D extends SqliteDatabase>(
  table: PlacesTable<D>,
  fence: StoreFence,
  work: Work<D>,
  last: LastWork<D> | undefined,
  stop: () => void,
): CommitResult => {
  const { id, part } = fence;
  const row = rowAt(table, fence);
  if (!isStanding(row, fence)) return left(row);
  stop();
  doNow(work, table.db);
  if (last) {
    const others =
      part === undefined ? [] : rowsOfWalk(table, id).filter((each) => each.part !== part);
    doNow((tx: D, reads) => last(tx, others, reads), table.db);
  }
  stop();
  return right(undefined);
};

const dropNow = (
  table: PlacesTable<SqliteDatabase>,
  asked: ReadonlyArray<StoreRow>,
): ReadonlyArray<StoreRow> => {
  const epoch = nextEpoch(table);
  const still = asked.filter((row) => isStanding(rowAt(table, row), row));
  for (const row of still) emptyRow(table, row, epoch);
  for (const id of new Set(still.map((row) => row.id))) {
    const gone = still.filter((row) => row.id === id).map(({ part }) => part);
    if (rowsOfWalk(table, id).every(({ part }) => gone.includes(part))) removeWalk(table, id);
  }
  return still;
};

/** Texts in a table of SQLite. */
export const sqliteStore = <D extends SqliteDatabase>(
  connection: SqliteConnection<D>,
  name: string,
): Store<D, AtOnce> => {
  const table = { ...connection, name, quoted: `main."${name.replaceAll('"', '""')}"` };

  return {
    name: 'sqlitePlaces',
    isAtomic: true,
    read: (filter) => {
      const { id } = filter;
      const looking = () => (id === undefined ? rowsAsked(table, filter) : rowsOfWalk(table, id));
      return patiently(table, looking, identity);
    },
    claim: (id, part, how) =>
      transact(table, () => claimNow(table, { id, part: part?.name }, part?.of, how), identity),
    commit: (fence, entry, work, last) =>
      new Observable<CommitResult>((subscriber) => {
        const stop = (): void => {
          if (subscriber.closed) throw new Error('sqlitePlaces: unsubscribed');
        };
        const keep = (worked: CommitResult): CommitResult => {
          if (isRight(worked)) putEntry(table, fence, entry);
          return worked;
        };
        const working = () => workNow(table, fence, work, last, stop);
        from(transact(table, working, keep)).subscribe(subscriber);
      }),
    // There may be no table, and nothing is to be made.
    drop: (asked) =>
      asked.length === 0
        ? Promise.resolve([])
        : transact(table, () => dropNow(table, asked), identity),
  };
};
