import type { Pool, PoolClient } from 'pg';
import { defer, from, Observable, type ObservableInput, type Subscriber } from 'rxjs';
import { connect, type Connection, type Limits } from './connection';
import { commit } from './transaction';

/** The steps of a transaction around the work. */
export interface Steps {
  /** Opens it. False: there is nothing to do. */
  readonly begin: (connection: Connection) => Promise<boolean>;
  readonly work: (client: PoolClient) => ObservableInput<unknown>;
  /** More work, that is known only when the work before has been done. False: nothing may stay. */
  readonly finish: (connection: Connection) => Promise<((client: PoolClient) => ObservableInput<unknown>) | false>;
  /** The last statement before the commit. False: nothing may stay. */
  readonly fence: (connection: Connection) => Promise<boolean>;
}

const completion = (subscriber: Subscriber<unknown>, work: () => ObservableInput<unknown>): Promise<void> =>
  new Promise((resolve, reject) =>
    subscriber.add(defer(() => from(work())).subscribe({ error: reject, complete: resolve })),
  );

/**
 * Does work in a transaction of a pool's client, and emits whether it was committed. What goes wrong is an error, and
 * nothing of it stays; unsubscribing ends the work, and nothing of it stays. Only a connection that has committed goes back
 * to the pool: a walker that may not commit was superseded, and its successor may be about to end that very connection.
 */
export const inTransaction = (pool: Pool, limits: Limits, { begin, work, finish, fence }: Steps): Observable<boolean> =>
  new Observable((subscriber) => {
    const run = async (): Promise<boolean> => {
      let isWorking = true;
      // The end of the connection is the end of the work, too, which may be waiting for something else.
      const connection = await connect(pool, limits, (error) => {
        if (isWorking) subscriber.error(error);
      });
      // Unsubscribing does not wait for what runs on the connection.
      subscriber.add(() => connection.letGo(false));
      if (!(await begin(connection))) return false;
      await completion(subscriber, () => work(connection.client));
      const more = await finish(connection);
      if (!more) return false;
      await completion(subscriber, () => more(connection.client));
      isWorking = false;
      if (!(await fence(connection))) return false;
      await commit(connection, limits);
      connection.letGo(true);
      return true;
    };
    run().then(
      (isCommitted) => {
        subscriber.next(isCommitted);
        subscriber.complete();
      },
      (error: unknown) => subscriber.error(error),
    );
  });
