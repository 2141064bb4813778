import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { Pool, PoolClient } from 'pg';
import { catchError, defer, map, type Observable, type ObservableInput, switchMap } from 'rxjs';
import { Place } from '../model/place/Place';
import type { Superseded } from '../model/errors/Superseded';
import { checkId, type Claim, type Places } from '../walk/durable/Places';
import { inTransaction } from './inTransaction';
import { sqlFor } from './sql';
import { superseding } from './superseding';

/**
 * Options of `postgresPlaces`.
 *
 * @since 0.1.0
 */
export interface PostgresPlacesOptions {
  /** The schema in which the places are kept. Default `pagewalk`. */
  readonly schema?: string | undefined;
}

/**
 * How far a walk has come, as `all` returns it: without its token.
 *
 * @since 0.1.0
 */
export interface KeptWalk extends Pick<Place, 'pages' | 'objects' | 'round' | 'isLast'> {
  readonly id: string;
  /** When it was last claimed. */
  readonly claimedAt: Date;
  /** When a place was last kept; null if none was. */
  readonly keptAt: Date | null;
}

/**
 * The places that `postgresPlaces` makes.
 *
 * @since 0.1.0
 */
export interface PostgresPlaces extends Places<PoolClient> {
  /** Creates the schema if it does not exist. Any number of processes may call it at once. */
  migrate(): Promise<void>;
  /** Returns every walk, in the order of their ids: for dashboards. */
  all(): Promise<ReadonlyArray<KeptWalk>>;
  /** Lets the walk begin again: its place is dropped, and whoever walks it is superseded. */
  forget(id: string): Promise<void>;
}

type Kept = E.Either<Superseded, void>;

/** What a row tells: counts that may be large arrive as strings. */
type Row = Omit<KeptWalk, 'pages' | 'objects'> & { readonly pages: string; readonly objects: string };

const listened = new WeakSet<Pool>();

/** A connection that ends while it is idle is an event of the pool, and would end the process if nobody listened. */
const listenTo = (pool: Pool): void => {
  if (!listened.has(pool)) pool.on('error', () => undefined);
  listened.add(pool);
};

/**
 * Keeps the places of walks in Postgres, each in the same transaction as the work on its page: for `durable` on any number
 * of machines.
 *
 * The work gets the client of the transaction. Whatever it writes with it is committed together with the place, or not at
 * all. Whoever has an older claim can no longer change anything: the last statement before the commit looks for the claim, and the
 * next claim ends the transaction that its predecessor has left open, so that no lock of it remains. For that, all who
 * share a schema use the same role, or one that may end the others' backends (`pg_signal_backend`).
 *
 * Call `migrate()` once before, from as many processes as you like. The work must not end the transaction it is given.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, durable, listObjects, orThrow, rights } from 'pagewalk';
 * import { postgresPlaces } from 'pagewalk/postgres';
 * import { Pool } from 'pg';
 * import { from, lastValueFrom, mergeMap } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const params = { ontologyRid: 'ri.ontology.main', objectType: 'employee' };
 *
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL });
 * await pool.query('create table if not exists employee_ids (id integer primary key)');
 * const places = postgresPlaces(pool);
 * await places.migrate();
 *
 * const walk$ = durable({
 *   id: 'employee ids',
 *   places,
 *   pages: (start) => client.pages(listObjects, { ...params, ...start }),
 *   work: (page, tx) =>
 *     from(page.data).pipe(
 *       rights(),
 *       mergeMap(({ properties: { id } }) => tx.query('insert into employee_ids values ($1) on conflict do nothing', [id])),
 *     ),
 * });
 * await lastValueFrom(walk$.pipe(orThrow()));
 * console.log((await places.all()).find(({ id }) => id === 'employee ids')?.isLast);
 * await pool.end();
 * // Logs:
 * // true
 * ```
 *
 * @see durable
 * @since 0.1.0
 */
export const postgresPlaces = (pool: Pool, { schema = 'pagewalk' }: PostgresPlacesOptions = {}): PostgresPlaces => {
  const sql = sqlFor(schema);
  listenTo(pool);
  const supersede = superseding(pool, sql);

  const isCurrent = async ({ id, epoch }: Claim): Promise<boolean> =>
    (await pool.query(sql.current, [id, epoch])).rows.length > 0;

  const isNoMore = (claim: Claim): Promise<boolean> =>
    isCurrent(claim).then(
      (is) => !is,
      () => false,
    );

  const keep = (claim: Claim, place: Place, work: (transaction: PoolClient) => ObservableInput<unknown>) => {
    const { id, epoch } = claim;
    const superseded: Kept = E.left({ _tag: 'Superseded', id });
    const { pages, objects, round, isLast } = place;
    return inTransaction(pool, {
      begin: async (client) => {
        const results = (await client.query(sql.begin(epoch))) as unknown as ReadonlyArray<{
          readonly rowCount: number;
        }>;
        return results.at(-1)?.rowCount === 1;
      },
      work,
      fence: async (client) => {
        const { rowCount } = await client.query(sql.keep, [
          id,
          epoch,
          Place.encode(place),
          pages,
          objects,
          round,
          isLast,
          String(epoch),
        ]);
        return rowCount === 1;
      },
    }).pipe(
      switchMap(async (isKept): Promise<Kept> => {
        if (isKept) return E.right(undefined);
        if (await isCurrent(claim)) {
          throw new Error('postgresPlaces: the work must not commit or roll back the transaction that it is given');
        }
        return superseded;
      }),
      // A backend that a successor has ended looks like any error.
      catchError((error: unknown) =>
        defer(() => isNoMore(claim)).pipe(
          map((is) => {
            if (!is) throw error;
            return superseded;
          }),
        ),
      ),
    );
  };

  return {
    claim: async (id): Promise<Claim> => {
      checkId(id);
      const row = await supersede(sql.claim, id);
      if (row?.place == null) return { id, epoch: row?.epoch ?? 0, place: O.none };
      const place = Place.decode(row.place);
      if (E.isRight(place)) return { id, epoch: row.epoch, place: O.some(place.right) };
      throw new Error(
        `postgresPlaces: the place of the walk ${JSON.stringify(id)} in the schema ${schema} is damaged. ` +
          'The walk does not begin again by itself: forget(id) does that',
      );
    },
    keep: (claim, place, work): Observable<Kept> => keep(claim, place, work),
    migrate: async () => {
      const { rows } = await pool.query<{ readonly exists: boolean }>(sql.exists);
      if (rows[0]?.exists !== true) await pool.query(sql.migrate);
    },
    all: async () => {
      const { rows } = await pool.query<Row>(sql.all);
      return rows.map((row) => ({ ...row, pages: Number(row.pages), objects: Number(row.objects) }));
    },
    forget: async (id) => {
      checkId(id);
      await supersede(sql.forget, id);
    },
  };
};
