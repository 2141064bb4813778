import { type Postgres, startPostgres } from '../../../scripts/startPostgres.mjs';

let server: Postgres | undefined;

/** One server for the files of all processes, which find it as if it were the user's. Nothing of it outlives the specs, so nothing is synced. */
export const mochaGlobalSetup = async (): Promise<void> => {
  server = await startPostgres({ fsync: 'off' });
  process.env.DATABASE_URL = server.url;
};

export const mochaGlobalTeardown = async (): Promise<void> => {
  await server?.stop();
};
