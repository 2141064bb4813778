import * as E from 'fp-ts/Either';
import { isSome, type Option } from 'fp-ts/Option';
import type { PoolClient } from 'pg';
import { catchError, defer, EMPTY, type Observable, type ObservableInput, switchMap } from 'rxjs';
import { Place } from '../model/place/Place';
import type { Superseded } from '../model/errors/Superseded';
import { type Behind, checkId, type Claim } from '../walk/durable/Places';
import { type Connection, type Database, pause } from './database';
import { type Fenced, keyOf, type Sql } from './sql';
import { CommitFailed, inOwnTransaction, inTransaction } from './transaction';

type Kept = E.Either<Superseded | Behind, void>;

interface Holder {
  readonly claimedBy: string | null;
  readonly claimedAt: number | string;
}

/** What a claim has come to: it counts, and this place is there, or somebody else's counts, if one is known. */
type Standing = { readonly place: string | null } | { readonly holder: Holder | undefined };

type Work = (transaction: PoolClient) => ObservableInput<unknown>;

/** Parts of a claim become parts of a statement, so nothing else may be in them. */
const fenced = ({ id, part, epoch, nonce = '', place }: Claim, database: Database): Fenced => {
  const { name } = database;
  checkId(id);
  if (!Number.isSafeInteger(epoch) || !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(nonce)) {
    throw new TypeError(`${name}: the claim is not one that ${name} has made`);
  }
  return { id: keyOf(database, id, part), epoch, nonce, kept: isSome(place) ? Place.encode(place.value) : null };
};

/** Does the work of a page and keeps its place, in one transaction. */
export const keeping = (database: Database, sql: Sql, placeOf: (id: string, text: string | null) => Option<Place>) => {
  const { name, timeout } = database;

  const standingOf = ({ id, epoch, nonce }: Fenced): Promise<Standing> =>
    inOwnTransaction(database, async ({ query }) => {
      const [current] = (await query<{ readonly place: string | null }>(sql.current, [id, epoch, nonce])).rows;
      return current ?? { holder: (await query<Holder>(sql.holder, [id])).rows[0] };
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

  /** What has changed: the claim, or the place that should be there. */
  const changed = ({ id }: Claim, standing: Standing, place: string | null): Kept | undefined => {
    if ('holder' in standing) {
      const by = standing.holder && { ...standing.holder, claimedAt: new Date(Number(standing.holder.claimedAt)) };
      return E.left({ _tag: 'Superseded', id, ...by });
    }
    return standing.place === place ? undefined : E.left({ _tag: 'Behind', place: placeOf(id, standing.place) });
  };

  /** A backend that a successor has ended fails like any other, and a commit without a response may have happened. */
  const afterError = async (error: unknown, claim: Claim, own: Fenced, text: string): Promise<Kept> => {
    if (error instanceof CommitFailed) {
      return changed(claim, await askUntilAnswered(own, error.cause), text) ?? E.right(undefined);
    }
    const standing = await standingOf(own).catch(() => undefined);
    const change = standing && changed(claim, standing, own.kept);
    if (change) return change;
    throw error;
  };

  /**
   * Whether this page ends the walk in all its parts. Locked after the work: a part that hangs in its work must not block the
   * others. Counted in a statement that begins after the lock: two parts that end at once would each see the other one open.
   */
  const endsAll = async ({ query }: Connection, { id, part }: Claim, key: string): Promise<boolean> => {
    if (part === undefined) return true;
    const walk = keyOf(database, id);
    await query(sql.lock, [walk]);
    const { rows } = await query<{ readonly count: number }>(sql.unfinished, [walk, key]);
    return rows[0]?.count === 0;
  };

  return (claim: Claim, place: Place, work: Work, finish: Work = () => EMPTY): Observable<Kept> =>
    defer(() => {
      const own = fenced(claim, database);
      const { id, epoch, nonce, kept } = own;
      const { pages, objects, round, isLast } = place;
      const text = Place.encode(place);
      return inTransaction(database, async (connection, working) => {
        const { query } = connection;
        // Several statements have several results.
        const results = (await query(sql.begin(own))) as unknown as ReadonlyArray<{ readonly rowCount: number }>;
        if (results.at(-1)?.rowCount !== 1) return false;
        await working(work);
        const isEnd = isLast && (await endsAll(connection, claim, id));
        if (isEnd) {
          // Of workers that fight over the last part, those that have lost do not finish it.
          if ((await query(sql.stands, [id, epoch, nonce, kept])).rowCount !== 1) return false;
          await working(finish);
        }
        const values = [id, epoch, nonce, text, pages, objects, round, isLast, kept];
        const isKept = (await query(sql.keep, values)).rowCount === 1;
        if (isKept && isEnd && claim.part !== undefined) await query(sql.close, [keyOf(database, claim.id)]);
        return isKept;
      }).pipe(
        switchMap(async (isKept): Promise<Kept> => {
          const change = isKept ? E.right(undefined) : changed(claim, await standingOf(own), kept);
          if (change) return change;
          throw new Error(`${name}: the work must not commit or roll back the transaction that it is given`);
        }),
        catchError((error: unknown) => afterError(error, claim, own, text)),
      );
    });
};
