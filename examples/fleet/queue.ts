/* To take: pg-boss as the queue of walks. */
import { PgBoss } from 'pg-boss';
import { queueSchema, type Walk } from './names';

const walks = 'walks';
const failures = 'failures';

/** The queue that spreads the walks: pg-boss, in the database where the objects go. */
export interface Queue {
  enqueue(all: ReadonlyArray<Walk>): Promise<void>;
  /** Does walks, this many at once, until the queue is closed. */
  work(concurrent: number, walk: (walk: Walk) => Promise<void>): Promise<void>;
  /** Calls back with walks that were given up. */
  whenGivenUp(tell: (walk: Walk) => void): Promise<void>;
  /** Hands out no more walks, and waits until those that are under way have ended. */
  close(): Promise<void>;
}

/**
 * Opens the queue. A worker says that it is alive every few seconds; a job whose worker has not done so for ten (the
 * shortest time that pg-boss takes) is handed out again. It may be handed out while its worker still lives: the fence of
 * `postgresPlaces`, not the queue, keeps things right.
 */
export const openQueue = async (connectionString: string): Promise<Queue> => {
  const boss = new PgBoss({
    connectionString,
    schema: queueSchema,
    max: 2,
    schedule: false,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  // Without the long ids of the queue's own workers, which nothing else in the output has.
  const shortly = ({ message }: Error): string => message.replace(/ \(Queue: .*\)$/, '');
  // A query that failed is tried again at the next poll.
  boss.on('error', (error) => process.stderr.write(`the queue: ${shortly(error)}\n`));
  await boss.start();
  await boss.createQueue(failures);
  await boss.createQueue(walks, {
    heartbeatSeconds: 10,
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 30,
    deadLetter: failures,
  });
  return {
    enqueue: async (all) => {
      await boss.insert(
        walks,
        // In their order, so that a walk that comes back is not done last.
        all.map((walk, index) => ({ data: walk, priority: all.length - index })),
      );
    },
    work: async (concurrent, walk) => {
      await boss.work<Walk>(
        walks,
        { localConcurrency: concurrent, pollingIntervalSeconds: 0.5, heartbeatRefreshSeconds: 2 },
        async (jobs) => {
          for (const { data } of jobs) await walk(data);
        },
      );
    },
    whenGivenUp: async (tell) => {
      await boss.work<Walk>(failures, async (jobs) => {
        for (const { data } of jobs) tell(data);
        return Promise.resolve();
      });
    },
    close: () => boss.stop({ graceful: true, timeout: 60_000 }),
  };
};
