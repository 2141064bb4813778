import type { Pool, PoolClient } from 'pg';
import { defer, from, Observable, type ObservableInput, type Subscriber } from 'rxjs';

/** Lets go of the client: back into the pool, or, if it was left halfway, with its connection closed. */
type LetGo = (isWell: boolean) => void;

const checkOut = async (pool: Pool, subscriber: Subscriber<unknown>): Promise<readonly [PoolClient, LetGo]> => {
  const client = await pool.connect();
  let isHeld = true;
  // A connection that ends says so outside any promise, and would end the process if nobody listened. It is the end of
  // the work, too, which may be waiting for something else.
  const broken = (error: Error): void => {
    subscriber.error(error);
  };
  const letGo: LetGo = (isWell) => {
    if (!isHeld) return;
    isHeld = false;
    if (isWell) client.off('error', broken);
    client.release(!isWell);
  };
  client.on('error', broken);
  // Whoever leaves does not wait for what runs on the connection: the server rolls back what a closed one has left open.
  subscriber.add(() => {
    letGo(false);
  });
  return [client, letGo];
};

/** The steps of a transaction around the work. */
export interface Steps {
  /** Opens it. False: there is nothing to do, roll back. */
  readonly begin: (client: PoolClient) => Promise<boolean>;
  readonly work: (client: PoolClient) => ObservableInput<unknown>;
  /** The last statement before the commit. False: roll back. */
  readonly fence: (client: PoolClient) => Promise<boolean>;
}

const completion = (subscriber: Subscriber<unknown>, work: () => ObservableInput<unknown>): Promise<void> =>
  new Promise((resolve, reject) => {
    subscriber.add(defer(() => from(work())).subscribe({ error: reject, complete: resolve }));
  });

const runSteps = async (client: PoolClient, { begin, work, fence }: Steps, subscriber: Subscriber<boolean>) => {
  if (!(await begin(client))) return false;
  await completion(subscriber, () => work(client));
  return fence(client);
};

/**
 * Does work in a transaction of a pool's client, and emits whether it was committed. What goes wrong is an error, and
 * nothing of it stays; unsubscribing ends the work, and nothing of it stays.
 */
export const inTransaction = (pool: Pool, steps: Steps): Observable<boolean> =>
  new Observable((subscriber) => {
    const run = async (): Promise<boolean> => {
      const [client, letGo] = await checkOut(pool, subscriber);
      try {
        const isGood = await runSteps(client, steps, subscriber);
        const { command } = await client.query(isGood ? 'commit' : 'rollback');
        // The commit of a transaction that has failed succeeds, as a rollback.
        if (isGood && command !== 'COMMIT') throw new Error('postgresPlaces: the transaction was rolled back');
        letGo(true);
        return isGood;
      } catch (error) {
        letGo(false);
        throw error;
      }
    };
    run().then(
      (isCommitted) => {
        subscriber.next(isCommitted);
        subscriber.complete();
      },
      (error: unknown) => {
        subscriber.error(error);
      },
    );
  });
