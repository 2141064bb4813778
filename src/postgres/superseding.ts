import type { Pool } from 'pg';
import type { Sql } from './sql';

/** What a statement that supersedes a walk tells of it. */
interface Superseding {
  readonly epoch: number;
  /** The epochs whose transactions must be ended. */
  readonly former: ReadonlyArray<number>;
  readonly place: string | null;
}

/** Postgres's code for a lock that did not come in time. */
const lockTimeout = '55P03';

/** With half a second each: beyond that, it is not a walker that has locked the row. */
const maxTries = 20;

/**
 * Runs a statement after which every claim before it is superseded, and then ends the transactions that those have open:
 * that of a walker which was stopped halfway would keep its locks forever.
 *
 * First the statement is committed, then the open transactions are looked for; a walker opens its transaction first and
 * then looks whether its claim still holds. So each is seen by the other, or ends by itself. A walker that was stopped
 * between its last statement and its commit has locked the very row: the wait for it is short, and its transaction is
 * ended before the next try.
 */
export const superseding = (pool: Pool, sql: Sql) => {
  const terminate = async (rows: ReadonlyArray<Pick<Superseding, 'former'>>): Promise<void> => {
    const epochs = rows.flatMap(({ former }) => former);
    if (epochs.length > 0) await pool.query(sql.terminate, [epochs]);
  };

  return async (statement: string, id: string): Promise<Superseding | undefined> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const { rows } = await pool.query<Superseding>(statement, [id]);
        await terminate(rows);
        return rows[0];
      } catch (error) {
        if ((error as { readonly code?: unknown }).code !== lockTimeout || tries === maxTries) throw error;
        await terminate((await pool.query<Superseding>(sql.epochs, [id])).rows);
      }
    }
  };
};
