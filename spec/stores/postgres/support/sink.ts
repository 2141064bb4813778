import { postgresPlaces } from '../../../../src/stores/postgres/postgresPlaces';
import { startWorker, type Worker } from '../../../support/startWorker';
import type { Task } from './postgresWorker';
import { type Database, withDatabase } from './withDatabase';

/** Starts a worker on a database, which another address may lead to. */
export type Start = (task: Omit<Task, 'url'> & { readonly url?: string }) => Worker;

/** A database with places and a table that raises on a duplicate and counts every commit. */
export const withSink = (use: (database: Database, start: Start) => Promise<void>): Promise<void> =>
  withDatabase(async (database) => {
    await postgresPlaces(database.pool).migrate();
    await database.rows(
      'create table sink (walk text, number integer, round integer, at xid8 default pg_current_xact_id(), primary key (walk, number))',
    );
    await use(database, (task) =>
      startWorker('spec/stores/postgres/support/postgresWorker.ts', { url: database.url, ...task }),
    );
  });

export const numbersOf = async (
  { rows }: Database,
  walk: string,
): Promise<ReadonlyArray<unknown>> =>
  (await rows('select number from sink where walk = $1 order by number', [walk])).map(
    ({ number }) => number,
  );

/** How many transactions the rows of a walk came in. */
export const commitsOf = async ({ rows }: Database, walk: string): Promise<unknown> =>
  (await rows('select count(distinct at)::integer as commits from sink where walk = $1', [walk]))[0]
    ?.commits;

export const until = (count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => index);
