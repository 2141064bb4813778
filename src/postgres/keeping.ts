import * as E from 'fp-ts/Either';
import type { Pool, PoolClient } from 'pg';
import { catchError, defer, type Observable, type ObservableInput, switchMap } from 'rxjs';
import { Place } from '../model/place/Place';
import type { Superseded } from '../model/errors/Superseded';
import { checkId, type Claim } from '../walk/durable/Places';
import type { Limits } from './connection';
import { inTransaction } from './inTransaction';
import type { Fenced, Sql } from './sql';
import { CommitFailed, inOwnTransaction } from './transaction';

type Kept = E.Either<Superseded, void>;

/** What a claim has come to: somebody else's, its own with that place, or its own with another. */
type Standing = 'superseded' | 'kept' | 'open';

/** Parts of a claim become parts of a statement, so nothing else may be in them. */
const fenced = ({ id, epoch, mark = '' }: Claim, { name }: Limits): Fenced => {
  checkId(id);
  if (!Number.isSafeInteger(epoch) || !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(mark)) {
    throw new TypeError(`${name}: the claim is not one that ${name} has made`);
  }
  return { id, epoch, mark };
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Does the work of a page and keeps its place, in one transaction. */
export const keeping = (pool: Pool, limits: Limits, sql: Sql) => {
  const { name, timeout } = limits;

  const standingOf = ({ id, epoch, mark }: Fenced, text: string): Promise<Standing> =>
    inOwnTransaction(pool, limits, async ({ query }) => {
      const { rows } = await query<{ readonly isKept: boolean | null }>(sql.current, [id, epoch, mark, text]);
      const [row] = rows;
      return row === undefined ? 'superseded' : row.isKept === true ? 'kept' : 'open';
    });

  /** Asks until the database answers: one that restarts, or whose connections have ended, takes a moment. */
  const askUntilAnswered = async (claim: Fenced, text: string): Promise<Standing | undefined> => {
    const began = performance.now();
    for (;;) {
      const standing = await standingOf(claim, text).catch(() => undefined);
      if (standing !== undefined || performance.now() - began > timeout) return standing;
      await pause(250);
    }
  };

  /** What an error means: a backend that a successor has ended looks like any other, and a lost commit may have happened. */
  const afterError = async (error: unknown, claim: Fenced, text: string): Promise<Kept> => {
    const superseded: Kept = E.left({ _tag: 'Superseded', id: claim.id });
    if (!(error instanceof CommitFailed)) {
      if ((await standingOf(claim, text).catch(() => undefined)) === 'superseded') return superseded;
      throw error;
    }
    const standing = await askUntilAnswered(claim, text);
    if (standing === 'superseded') return superseded;
    if (standing === 'kept') return E.right(undefined);
    if (standing === 'open') throw error.cause;
    throw new Error(
      `${name}: the commit of a page was not answered, and the database could not be asked about it for ${timeout} ms. ` +
        'The next run continues from the last kept place',
      { cause: error.cause },
    );
  };

  return (claim: Claim, place: Place, work: (transaction: PoolClient) => ObservableInput<unknown>): Observable<Kept> =>
    defer(() => {
      const own = fenced(claim, limits);
      const { id, epoch, mark } = own;
      const { pages, objects, round, isLast } = place;
      const text = Place.encode(place);
      return inTransaction(pool, limits, {
        begin: async ({ query }) => {
          // Several statements have several results.
          const results = (await query(sql.begin(own))) as unknown as ReadonlyArray<{ readonly rowCount: number }>;
          return results.at(-1)?.rowCount === 1;
        },
        work,
        fence: async ({ query }) => {
          const values = [id, epoch, mark, text, pages, objects, round, isLast];
          return (await query(sql.keep, values)).rowCount === 1;
        },
      }).pipe(
        switchMap(async (isKept): Promise<Kept> => {
          if (isKept) return E.right(undefined);
          if ((await standingOf(own, text)) === 'superseded') return E.left({ _tag: 'Superseded', id });
          throw new Error(`${name}: the work must not commit or roll back the transaction that it is given`);
        }),
        catchError((error: unknown) => afterError(error, own, text)),
      );
    });
};
