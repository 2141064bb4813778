import { processName } from '../node/processName';
import { busyOf, placeOf } from '../walk/durable/pageTransaction';
import {
  checkId,
  checkParts,
  type Claim,
  type ClaimOptions,
  type Part,
  sortedParts,
} from '../walk/durable/Places';
import { codeOf, type Connection, type Database, lockTimeout } from './database';
import type { Key, Sql } from './sql';
import { CommitFailed, inOwnTransaction } from './transaction';

interface ClaimedRow {
  readonly epoch: string;
  readonly place: string | null;
  readonly run: string;
  /** Only where the walk is left alone. */
  readonly claimedBy?: string | null;
  readonly claimedAt?: number | string;
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
export const superseding = (
  database: Database,
  sql: Sql,
  checkVersion: (connection: Pick<Connection, 'query'>) => Promise<void>,
) => {
  const own = <R>(use: (query: Query) => Promise<R>): Promise<R> =>
    inOwnTransaction(database, ({ query }) => use(query));

  const retryLostCommit = async <R>(use: (query: Query) => Promise<R>): Promise<R> => {
    for (let commits = 1; ; commits += 1) {
      try {
        return await own(use);
      } catch (error) {
        if (!(error instanceof CommitFailed) || commits === maxCommits) throw error;
      }
    }
  };

  /** A role that may not end a walker does not supersede it either. */
  const checkRole = async (query: Query, key: Key): Promise<void> => {
    const [untouchable] = (
      await query<{ readonly role: string }>(sql.untouchable, [sql.lockOf(key)])
    ).rows;
    if (untouchable === undefined) return;
    throw new Error(
      `${database.name}: the walk ${JSON.stringify(key.id)} is under way, and this role may not end transactions of the role ` +
        `${JSON.stringify(untouchable.role)}: use that role, or grant pg_signal_backend to this one`,
    );
  };

  /** Opens a walk in parts, or checks that it is in these. */
  const openParts = async (
    query: Query,
    id: string,
    names: ReadonlyArray<string> | null,
  ): Promise<void> => {
    for (;;) {
      const [known] = (
        await query<{ readonly parts: ReadonlyArray<string> | null }>(sql.known, [id])
      ).rows;
      if (known !== undefined) {
        checkParts(database.name, id, known.parts, names);
        return;
      }
      if (names === null) return;
      await query(sql.open, [id, crypto.randomUUID(), names]);
    }
  };

  const isOver = (key: Key): Promise<boolean> =>
    own((query) => query(sql.wait, [sql.lockOf(key)])).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === lockTimeout) return false;
        throw error;
      },
    );

  /** Ends the current walker, unless a later claim has replaced this nonce: then that claim does it. */
  const end = (key: Key, nonce: string): Promise<boolean> =>
    own(async (query) => {
      const { rowCount } = await query(sql.hold, [key.id, key.part, nonce]);
      if (rowCount === 1) await query(sql.terminate, [sql.lockOf(key)]);
      return rowCount === 1;
    });

  const endPredecessors = async (key: Key, nonce: string): Promise<void> => {
    for (let waits = 1; !(await isOver(key)); waits += 1) {
      if (!(await end(key, nonce))) return;
      if (waits === maxWaits) {
        throw new Error(
          `${database.name}: an earlier transaction of the walk ${JSON.stringify(key.id)} does not end`,
        );
      }
    }
  };

  return {
    /** Claims a walk, or a part of it, unless it is done or busy. Where its place is refused, nothing is claimed. */
    claim: async (id: string, part?: Part, options: ClaimOptions = {}): Promise<Claim> => {
      const { again = false, by = processName(), ifOlderThan = null, check } = options;
      for (const name of [id, ...(part?.of ?? [])]) checkId(name);
      const nonce = crypto.randomUUID();
      const key = { id, part: part?.name ?? '' };
      const claimOf = ({
        epoch,
        place: text,
        run,
        claimedBy = null,
        claimedAt,
      }: ClaimedRow): Claim => {
        const place = placeOf(database.name, id, text);
        check?.(place);
        const busy = claimedAt === undefined ? undefined : busyOf({ claimedBy, claimedAt });
        return { id, part: part?.name, run, epoch: Number(epoch), nonce, busy, place };
      };
      const [claim, isDone] = await retryLostCommit(
        async (query): Promise<readonly [Claim, boolean]> => {
          await checkVersion({ query });
          for (;;) {
            await openParts(query, id, sortedParts(part));
            const [done] = again ? [] : (await query<ClaimedRow>(sql.done, [id, key.part])).rows;
            if (done !== undefined) return [claimOf(done), true];
            // It was forgotten meanwhile.
            if (part && (await query(sql.pin, [id])).rowCount === 0) continue;
            const values = [id, key.part, nonce, crypto.randomUUID(), again, by, ifOlderThan];
            const [claimed] = (await query<ClaimedRow>(sql.claim, values)).rows;
            const [busy] = claimed
              ? []
              : (await query<ClaimedRow>(sql.busy, [id, key.part, ifOlderThan])).rows;
            if (busy !== undefined) return [claimOf(busy), true];
            // It was done meanwhile.
            if (claimed === undefined) continue;
            await checkRole(query, key);
            return [claimOf(claimed), false];
          }
        },
      );
      if (!isDone) await endPredecessors(key, nonce);
      return claim;
    },
    /** Forgets a walk, or a part of it. Says whether it was there. */
    drop: async (id: string, part: string | undefined): Promise<boolean> => {
      const nonce = crypto.randomUUID();
      const keys = await retryLostCommit(async (query) => {
        const { rows } = await query<Key>(sql.drop, [id, part ?? null, nonce]);
        for (const key of rows) await checkRole(query, key);
        if (part !== undefined) await query(sql.reopen, [id]);
        return rows;
      });
      for (const key of keys) await endPredecessors(key, nonce);
      if (part === undefined) await own((query) => query(sql.remove, [id, nonce]));
      return keys.length > 0;
    },
  };
};
