import type { PoolClient } from 'pg';
import type { ObservableInput } from 'rxjs';
import {
  type PostgresPlaces,
  postgresPlaces,
} from '../../../../src/stores/postgres/postgresPlaces';
import type { Claim } from '../../../../src/walk/durable/Places';
import { keepIn, type Store } from '../../../walk/durable/support/storeCases';
import { type Database, withDatabase } from './withDatabase';

export type Work = (transaction: PoolClient) => ObservableInput<unknown>;

/** Inserts a row, on which a second insert of the same number would wait, or fail. */
export const insert =
  (number: number): Work =>
  (transaction) =>
    transaction.query('insert into sink values ($1)', [number]);

/** A database with places, and a table that raises on a duplicate. */
export const withPlaces = (
  use: (places: PostgresPlaces, database: Database) => Promise<void>,
  max?: number,
) =>
  withDatabase(async (database) => {
    const places = postgresPlaces(database.pool);
    await places.migrate();
    await database.rows('create table sink (number integer primary key)');
    await use(places, database);
  }, max);

export const numbers = async ({ rows }: Pick<Database, 'rows'>): Promise<ReadonlyArray<unknown>> =>
  (await rows('select number from sink order by number')).map(({ number }) => number);

/** Begins to keep a page whose work stands still with row 1 uncommitted; gives how that ends, once the row is written. */
export const standStill = (
  places: PostgresPlaces,
  claim: Claim,
): Promise<{ readonly ended: Promise<unknown> }> =>
  new Promise((resolve) => {
    const ended = keepIn(places, claim, 1, async (transaction) => {
      await transaction.query('insert into sink values (1)');
      resolve({ ended });
      await new Promise(() => undefined);
    }).catch((error: unknown) => error);
  });

/** A store for the suite of places. */
export const storeOf = (places: PostgresPlaces, rows: Database['rows']): Store => ({
  places: places,
  written: () =>
    rows(
      'select last_value, p.ctid::text, p.xmin::text, p.xmax::text, p.* from pagewalk.epochs, pagewalk.places p',
    ),
  older: (minutes, id, part = '') =>
    rows(
      `update pagewalk.places set
         claimed_at = now() - $3 * interval '1 min', kept_at = case when kept_at is not null then now() - $3 * interval '1 min' end
       where id = $1 and part = $2`,
      [id, part, minutes],
    ),
});
