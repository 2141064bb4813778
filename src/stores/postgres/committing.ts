import { type Either, left, right } from 'fp-ts/Either';
import type { PoolClient } from 'pg';
import { catchError, defer, type Observable, switchMap } from 'rxjs';
import { checkId } from '../../walk/durable/Places';
import { type DatabaseRow, rowFrom } from '../port/rowFrom';
import type { Store, StoreFence, StoreRow } from '../port/Store';
import { type PostgresConnection, type Database, pause } from './database';
import type { Fenced, Sql } from './sql';
import { CommitFailed, inOwnTransaction, inTransaction } from './transaction';

type Commit = Store<PoolClient>['commit'];
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

/** Works on a page and keeps its text, in one transaction. */
export const committing = (database: Database, sql: Sql): Commit => {
  const { name, timeout } = database;

  const rowNow = ({ id, part, epoch, nonce }: Fenced): Promise<StoreRow | undefined> =>
    inOwnTransaction(database, async (connection) => {
      const [own] = await storedRows(connection, sql.current, [id, part, epoch, nonce]);
      return own ?? (await storedRows(connection, sql.there, [id, part]))[0];
    });

  const isOwn = (row: StoreRow | undefined, { epoch, nonce }: Fenced): row is StoreRow =>
    row?.epoch === epoch && row.nonce === nonce;

  /** Asks until the database responds: one that restarts, or whose connections have ended, takes a moment. */
  const askUntilAnswered = async (own: Fenced, cause: unknown): Promise<StoreRow | undefined> => {
    const began = performance.now();
    for (;;) {
      try {
        return await rowNow(own);
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
  const afterError = async (error: unknown, own: Fenced, text: string): Promise<Committed> => {
    if (error instanceof CommitFailed) {
      const row = await askUntilAnswered(own, error.cause);
      return isOwn(row, own) && row.text === text ? right(undefined) : left(row);
    }
    const row = await rowNow(own).catch(() => 'unknown' as const);
    if (row === 'unknown' || (isOwn(row, own) && row.text === own.text)) throw error;
    return left(row);
  };

  return (fence, { text, index, hasAdvanced }, work, last): Observable<Committed> =>
    defer(() => {
      const own = fenced(fence, database);
      const { id, part, epoch, nonce } = own;
      const stands = [id, part, epoch, nonce, own.text];

      return inTransaction(database, async (connection, working) => {
        const { query } = connection;
        // Several statements have several results.
        const begun = (await query(sql.begin(own))) as unknown as ReadonlyArray<{
          readonly rowCount: number;
        }>;
        if (begun.at(-1)?.rowCount !== 1) return false;
        await working(work);
        if (last) {
          // Locked after the work: a part that hangs in its work must not block the others. Read in a statement that begins
          // after the lock: two parts that end at once would each see the other one open.
          if (part !== '') await query(sql.lock, [id]);
          const others = part === '' ? [] : await storedRows(connection, sql.walk, [id]);
          // Of workers that fight over the last part, those that have lost do not finish it.
          if ((await query(sql.stands, stands)).rowCount !== 1) return false;
          await working((tx, reads) =>
            last(
              tx,
              others.filter((row) => row.part !== part),
              reads,
            ),
          );
        }
        const { pages, objects, round, isLast, recurs, shown } = index;
        const values = [...stands, text, pages, objects, round, isLast, recurs, shown, hasAdvanced];
        return (await query(sql.keep, values)).rowCount === 1;
      }).pipe(
        switchMap(async (isKept): Promise<Committed> => {
          if (isKept) return right(undefined);
          const row = await rowNow(own);
          if (!isOwn(row, own) || row.text !== own.text) return left(row);
          throw new Error(
            `${name}: the work must not commit or roll back the transaction that it is given`,
          );
        }),
        catchError((error: unknown) => afterError(error, own, text)),
      );
    });
};
