import { processName } from '../node/processName';
import { checkId, checkParts, type ClaimOptions, type Part, sortedParts } from '../walk/durable/Places';
import { codeOf, type Connection, type Database, lockTimeout } from './database';
import { keyOf, type Sql } from './sql';
import { CommitFailed, inOwnTransaction } from './transaction';

export interface ClaimedRow {
  readonly epoch: string;
  readonly place: string | null;
  readonly run: string | null;
  /** Only where the walk is left alone. */
  readonly claimedBy?: string | null;
  readonly claimedAt?: number | string;
}

/** A walk, or a part of it. */
export interface Claimed extends ClaimOptions {
  readonly id: string;
  readonly part?: Part | undefined;
  readonly nonce: string;
}

interface KnownRow {
  readonly parts: ReadonlyArray<string> | null;
  readonly part: string | null;
}

type Query = Connection['query'];

/** With half a second each: beyond that, what does not end is not a walker. */
const maxWaits = 10;

/** How often a claim is made whose commit got no response: the one before it, if it was made, is superseded. */
const maxCommits = 3;

/**
 * Claims walks, and forgets them. Every claim before is superseded, and the transactions that those have open are ended: that
 * of a walker which was stopped halfway would keep its locks forever. First the claim is committed, then the open transactions
 * are looked for; a walker opens its transaction first and then looks whether its claim still counts. So each is seen by the
 * other, or ends by itself. Those that do not are ended while the walk's row is held: no later claim, whose walker must not be
 * ended, can come in between. Their connections are never used again. A walker that was stopped between its last statement and
 * its commit has locked the row; the server ends it.
 */
export const superseding = (database: Database, sql: Sql) => {
  const own = <R>(use: (query: Query) => Promise<R>): Promise<R> =>
    inOwnTransaction(database, ({ query }) => use(query));

  const surely = async <R>(use: (query: Query) => Promise<R>): Promise<R> => {
    for (let commits = 1; ; commits += 1) {
      try {
        return await own(use);
      } catch (error) {
        if (!(error instanceof CommitFailed) || commits === maxCommits) throw error;
      }
    }
  };

  /** A role that may not end a walker does not supersede it either. */
  const checkRole = async (query: Query, key: string, id: string): Promise<void> => {
    const [untouchable] = (await query<{ readonly role: string }>(sql.untouchable, [key])).rows;
    if (untouchable === undefined) return;
    throw new Error(
      `${database.name}: the walk ${JSON.stringify(id)} is under way, and this role may not end transactions of the role ` +
        `${JSON.stringify(untouchable.role)}: use that role, or grant pg_signal_backend to this one`,
    );
  };

  /** Opens a walk in parts, or checks that it is in these. */
  const openParts = async (query: Query, { id, part, nonce }: Claimed): Promise<void> => {
    const names = sortedParts(part);
    const key = keyOf(database, id);
    for (;;) {
      const [known] = (await query<KnownRow>(sql.known, [key])).rows;
      if (known !== undefined) {
        // A part has no parts.
        checkParts(database.name, id, known.part === null ? known.parts : [known.part], names);
        return;
      }
      if (names === null) return;
      const run = crypto.randomUUID();
      const { rowCount } = await query(sql.open, [key, nonce, run, names, id]);
      const keys = names.map((name) => keyOf(database, id, name));
      if (rowCount === 1) await query(sql.openParts, [key, run, keys, names, id]);
    }
  };

  const isOver = (key: string): Promise<boolean> =>
    own((query) => query(sql.wait, [key])).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === lockTimeout) return false;
        throw error;
      },
    );

  /** Ends the current walker, unless a later claim has replaced this nonce: then that claim does it. */
  const end = (key: string, nonce: string): Promise<boolean> =>
    own(async (query) => {
      const { rowCount } = await query(sql.hold, [key, nonce]);
      if (rowCount === 1) await query(sql.terminate, [key]);
      return rowCount === 1;
    });

  const endPredecessors = async (key: string, nonce: string, id: string): Promise<void> => {
    for (let waits = 1; !(await isOver(key)); waits += 1) {
      if (!(await end(key, nonce))) return;
      if (waits === maxWaits) {
        throw new Error(`${database.name}: an earlier transaction of the walk ${JSON.stringify(id)} does not end`);
      }
    }
  };

  return {
    /** Claims a walk, unless it is done; gives what is made of its row, which is not claimed where that throws. */
    claim: async <R>(asked: Claimed, read: (row: ClaimedRow) => R): Promise<R> => {
      const { nonce, again = false, by = processName(), ifOlderThan = null } = asked;
      const key = keyOf(database, asked.id, asked.part?.name);
      const [result, isDone] = await surely(async (query): Promise<readonly [R, boolean]> => {
        for (;;) {
          await openParts(query, asked);
          const [done] = again ? [] : (await query<ClaimedRow>(sql.done, [key])).rows;
          if (done !== undefined) return [read(done), true];
          // It was forgotten meanwhile.
          if (asked.part && (await query(sql.pin, [keyOf(database, asked.id)])).rowCount === 0) continue;
          const values = [key, nonce, crypto.randomUUID(), again, by, ifOlderThan, asked.id];
          const [claimed] = (await query<ClaimedRow>(sql.claim, values)).rows;
          const [busy] = claimed ? [] : (await query<ClaimedRow>(sql.busy, [key, ifOlderThan])).rows;
          if (busy !== undefined) return [read(busy), true];
          // It was done meanwhile.
          if (claimed === undefined) continue;
          await checkRole(query, key, asked.id);
          return [read(claimed), false];
        }
      });
      if (!isDone) await endPredecessors(key, nonce, asked.id);
      return result;
    },
    forget: async (id: string): Promise<void> => {
      checkId(id);
      const nonce = crypto.randomUUID();
      const keys = await surely(async (query) => {
        const { rows } = await query<{ readonly id: string }>(sql.drop, [keyOf(database, id), nonce]);
        for (const row of rows) await checkRole(query, row.id, id);
        return rows.map((row) => row.id);
      });
      if (keys.length === 0) return;
      for (const key of keys) await endPredecessors(key, nonce, id);
      await own((query) => query(sql.remove, [keyOf(database, id), nonce]));
    },
  };
};
