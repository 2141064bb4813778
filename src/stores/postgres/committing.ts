import { type Either, left, right } from 'fp-ts/Either';
import type { PoolClient } from 'pg';
import { catchError, defer, type Observable, switchMap } from 'rxjs';
import { checkId, type Work } from '../../walk/durable/Places';
import { type DatabaseRow, rowFrom } from '../port/rowFrom';
import { isStanding } from '../port/standing';
import type { LastWork, Store, StoreEntry, StoreFence, StoreRow } from '../port/Store';
import { type PostgresConnection, type Database, pause } from './database';
import type { Fenced, PlacesSchema } from './sql';
import { CommitFailed, inOwnTransaction, inTransaction, type Working } from './transaction';

type Committed = Either<StoreRow | undefined, void>;

/** Of a walk that was only looked at. No claim has it. */
const noNonce = '00000000-0000-0000-0000-000000000000';

/** Parts of a claim become parts of a statement, so nothing else may be in them. */
const fenced = (
  { id, part = '', epoch, nonce = noNonce, text }: StoreFence,
  { name }: Database,
): Fenced => {
  checkId(id);
  if (!Number.isSafeInteger(epoch) || !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(nonce)) {
    throw new TypeError(`${name}: the claim is not one that ${name} has made`);
  }
  return { id, part, epoch, nonce, text };
};

export const storedRows = async (
  { query }: PostgresConnection,
  text: string,
  values: ReadonlyArray<unknown>,
): Promise<ReadonlyArray<StoreRow>> =>
  (await query<{ readonly row: string }>(text, values)).rows.map(({ row }) =>
    rowFrom(JSON.parse(row) as DatabaseRow),
  );

/** A page that is worked on and kept: the claim that must count, its work, and the text that stands for it. */
interface PageCommit extends PlacesSchema {
  readonly own: Fenced;
  readonly entry: StoreEntry;
  readonly work: Work<PoolClient>;
  readonly last: LastWork<PoolClient> | undefined;
}

const rowNow = ({ database, sql, own }: PageCommit): Promise<StoreRow | undefined> =>
  inOwnTransaction(database, async (connection) => {
    const { id, part, epoch, nonce } = own;
    const [current] = await storedRows(connection, sql.current, [id, part, epoch, nonce]);
    return current ?? (await storedRows(connection, sql.there, [id, part]))[0];
  });

/** Asks until the database responds: one that restarts, or whose connections have ended, takes a moment. */
const askUntilAnswered = async (
  page: PageCommit,
  cause: unknown,
): Promise<StoreRow | undefined> => {
  const { name, timeout } = page.database;
  const began = performance.now();
  for (;;) {
    try {
      return await rowNow(page);
    } catch {
      if (performance.now() - began > timeout) {
        throw new Error(
          `${name}: the commit of a page got no response, and the database could not be asked about it for ${timeout} ms. ` +
            'The next run continues from the last kept place',
          { cause },
        );
      }
    }
    await pause(250);
  }
};

/** A backend that a successor has ended fails like any other, and a commit without a response may have happened. */
const afterError = async (page: PageCommit, error: unknown): Promise<Committed> => {
  if (error instanceof CommitFailed) {
    const row = await askUntilAnswered(page, error.cause);
    const kept = { ...page.own, text: page.entry.text };
    return isStanding(row, kept) ? right(undefined) : left(row);
  }
  const row = await rowNow(page).catch(() => 'unknown' as const);
  if (row === 'unknown' || isStanding(row, page.own)) throw error;
  return left(row);
};

/** Why a transaction was not committed that had no error. */
const afterRefusal = async (page: PageCommit): Promise<Committed> => {
  const row = await rowNow(page);
  if (!isStanding(row, page.own)) return left(row);
  throw new Error(
    `${page.database.name}: the work must not commit or roll back the transaction that it is given`,
  );
};

const standsOf = ({ id, part, epoch, nonce, text }: Fenced): ReadonlyArray<unknown> => [
  ...[id, part, epoch, nonce, text],
];

/** Runs what comes with the page that may end a walk; false where another claim counts. */
const workLast = async (
  { sql, own, last }: PageCommit,
  connection: PostgresConnection,
  working: Working,
): Promise<boolean> => {
  if (!last) return true;
  const { query } = connection;
  const { id, part } = own;
  // Locked after the work: a part that hangs in its work must not block the others. Read in a statement that begins
  // after the lock: two parts that end at once would each see the other one open.
  if (part !== '') await query(sql.lock, [id]);
  const rows = part === '' ? [] : await storedRows(connection, sql.walk, [id]);
  // Of workers that fight over the last part, those that have lost do not finish it.
  if ((await query(sql.stands, standsOf(own))).rowCount !== 1) return false;
  const others = rows.filter((row) => row.part !== part);
  await working((tx, reads) => last(tx, others, reads));
  return true;
};

/** Works on a page and keeps its text; false where another claim counts, or another text is there. */
const workAndKeep = async (
  page: PageCommit,
  connection: PostgresConnection,
  working: Working,
): Promise<boolean> => {
  const { sql, own, entry, work } = page;
  const { query } = connection;
  // Several statements have several results.
  const begun = (await query(sql.begin(own))) as unknown as ReadonlyArray<{
    readonly rowCount: number;
  }>;
  if (begun.at(-1)?.rowCount !== 1) return false;
  await working(work);
  if (!(await workLast(page, connection, working))) return false;
  const { pages, objects, round, isLast, recurs, shown } = entry.index;
  const shows = [pages, objects, round, isLast, recurs, shown];
  const values = [...standsOf(own), entry.text, ...shows, entry.hasAdvanced];
  return (await query(sql.keep, values)).rowCount === 1;
};

/** Works on a page and keeps its text, in one transaction. */
export const committing =
  (schema: PlacesSchema): Store<PoolClient>['commit'] =>
  (fence, entry, work, last): Observable<Committed> =>
    defer(() => {
      const page = { ...schema, own: fenced(fence, schema.database), entry, work, last };
      return inTransaction(schema.database, (connection, working) =>
        workAndKeep(page, connection, working),
      ).pipe(
        switchMap(async (isKept): Promise<Committed> =>
          isKept ? right(undefined) : afterRefusal(page),
        ),
        catchError((error: unknown) => afterError(page, error)),
      );
    });
