import { Client } from 'pg';

/** The rows of a query, over a connection of its own. */
export const rowsOf = async (
  url: string,
  query: string,
): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
};

/** Waits until a query of a server, which may not have started yet, has this as its only value. */
export const untilIs = async (url: string, query: string, value: unknown): Promise<void> => {
  const began = Date.now();
  for (;;) {
    const found = await rowsOf(url, query).catch(() => []);
    if (Object.values(found[0] ?? {})[0] === value) return;
    if (Date.now() - began > 60_000) throw new Error(`${query} is not ${String(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Waits until a standby has all that its primary has. */
export const untilCaughtUp = async (primary: string, standby: string): Promise<void> => {
  await untilIs(
    primary,
    "select count(*)::int from pg_stat_replication where state = 'streaming'",
    1,
  );
  const [at] = await rowsOf(primary, 'select pg_current_wal_lsn()::text as lsn');
  await untilIs(standby, `select pg_last_wal_replay_lsn() >= '${String(at?.lsn)}'`, true);
};
