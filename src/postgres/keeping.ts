import * as E from 'fp-ts/Either';
import type { PoolClient } from 'pg';
import { catchError, defer, type Observable, switchMap } from 'rxjs';
import { Place } from '../model/place/Place';
import { columnsOf } from '../walk/durable/KeptPlaces';
import {
  changed,
  type Holder,
  type Kept,
  keepPage,
  type Standing,
  textOf,
} from '../walk/durable/pageTransaction';
import { checkId, type Claim, type Work } from '../walk/durable/Places';
import { type Connection, type Database, pause } from './database';
import type { Fenced, Key, Sql } from './sql';
import { CommitFailed, inOwnTransaction, inTransaction } from './transaction';

/** Parts of a claim become parts of a statement, so nothing else may be in them. */
const fenced = ({ id, part = '', epoch, nonce = '', place }: Claim, { name }: Database): Fenced => {
  checkId(id);
  if (!Number.isSafeInteger(epoch) || !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(nonce)) {
    throw new TypeError(`${name}: the claim is not one that ${name} has made`);
  }
  return { id, part, epoch, nonce, kept: textOf(place) };
};

/** Does the work of a page and keeps its place, in one transaction. */
export const keeping = (database: Database, sql: Sql) => {
  const { name, timeout } = database;

  const standingOf = ({ id, part, epoch, nonce }: Fenced): Promise<Standing> =>
    inOwnTransaction(database, async ({ query }) => {
      const [current] = (
        await query<{ readonly place: string | null }>(sql.current, [id, part, epoch, nonce])
      ).rows;
      return current ?? { holder: (await query<Holder>(sql.holder, [id, part])).rows[0] };
    });

  /** Asks until the database responds: one that restarts, or whose connections have ended, takes a moment. */
  const askUntilAnswered = async (claim: Fenced, cause: unknown): Promise<Standing> => {
    const began = performance.now();
    for (;;) {
      const standing = await standingOf(claim).catch(() => undefined);
      if (standing !== undefined) return standing;
      if (performance.now() - began > timeout) {
        throw new Error(
          `${name}: the commit of a page got no response, and the database could not be asked about it for ${timeout} ms. ` +
            'The next run continues from the last kept place',
          { cause },
        );
      }
      await pause(250);
    }
  };

  /** A backend that a successor has ended fails like any other, and a commit without a response may have happened. */
  const afterError = async (error: unknown, own: Fenced, text: string): Promise<Kept> => {
    if (error instanceof CommitFailed) {
      return (
        changed(name, own.id, await askUntilAnswered(own, error.cause), text) ?? E.right(undefined)
      );
    }
    const standing = await standingOf(own).catch(() => undefined);
    const change = standing && changed(name, own.id, standing, own.kept);
    if (change) return change;
    throw error;
  };

  /**
   * Whether this page ends the walk in all its parts. Locked after the work: a part that hangs in its work must not block the
   * others. Counted in a statement that begins after the lock: two parts that end at once would each see the other one open.
   */
  const endsAll = async ({ query }: Connection, { id, part }: Key): Promise<boolean> => {
    if (part === '') return true;
    await query(sql.lock, [id]);
    const { rows } = await query<{ readonly count: number }>(sql.unfinished, [id, part]);
    return rows[0]?.count === 0;
  };

  const keep = (
    claim: Claim,
    place: Place,
    work: Work<PoolClient>,
    finish?: Work<PoolClient>,
  ): Observable<Kept> =>
    defer(() => {
      const own = fenced(claim, database);
      const { id, part, epoch, nonce, kept } = own;
      const { pages, objects, round, isLast } = place;
      const text = Place.encode(place);
      const stands = [id, part, epoch, nonce, kept];
      return inTransaction(database, (connection, working) => {
        const { query } = connection;
        const begin = async (): Promise<boolean> => {
          // Several statements have several results.
          const results = (await query(sql.begin(own))) as unknown as ReadonlyArray<{
            readonly rowCount: number;
          }>;
          return results.at(-1)?.rowCount === 1;
        };
        const keepPlace = async (isEnd: boolean): Promise<boolean> => {
          const { shown, recurs } = columnsOf(place);
          const values = [...stands, text, pages, objects, round, isLast, recurs, shown];
          const isKept = (await query(sql.keep, values)).rowCount === 1;
          if (isKept && isEnd && part !== '') await query(sql.close, [id]);
          return isKept;
        };
        const steps = {
          begin,
          working,
          endsAll: () => endsAll(connection, own),
          stands: async () => (await query(sql.stands, stands)).rowCount === 1,
          keep: keepPlace,
        };
        return keepPage(steps, place, work, finish);
      }).pipe(
        switchMap(async (isKept): Promise<Kept> => {
          const change = isKept
            ? E.right(undefined)
            : changed(name, id, await standingOf(own), kept);
          if (change) return change;
          throw new Error(
            `${name}: the work must not commit or roll back the transaction that it is given`,
          );
        }),
        catchError((error: unknown) => afterError(error, own, text)),
      );
    });
  return keep;
};
