/* To take: what is set up once, and how a worker comes and goes. */
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { engineSchema, type Task } from './names';
import { nightly, queue } from './workflows';

const name = 'fleet';

/** Where a program that runs no workflow looks at them, starts and cancels them. */
export const openClient = (databaseUrl: string): Promise<DBOSClient> =>
  DBOSClient.create({
    systemDatabaseUrl: databaseUrl,
    systemDatabaseSchemaName: engineSchema,
    systemDatabasePoolSize: 2,
    applicationName: name,
  });

/** When you deploy: the tables, the queue and the schedule. */
export const setUp = async (databaseUrl: string, task: Task, atOnce: number): Promise<void> => {
  await DBOS.migrate(databaseUrl, { schemaName: engineSchema });
  const client = await openClient(databaseUrl);
  // A worker with more parts at once than its share of the limit would only let page tokens grow old.
  await client.registerQueue(queue, { workerConcurrency: atOnce, minPollingIntervalMs: 500 });
  await client.applySchedules([
    {
      scheduleName: nightly,
      workflowName: 'copyAll',
      schedule: '0 2 * * *',
      cronTimezone: 'UTC',
      context: task,
    },
  ]);
  await client.destroy();
};

/**
 * Begins to work. `worker` must be the same each time that this worker is started: what it had when it was killed is given to
 * the queue again then.
 */
export const launch = async (databaseUrl: string, worker: string): Promise<void> => {
  DBOS.setConfig({
    name,
    systemDatabaseUrl: databaseUrl,
    systemDatabaseSchemaName: engineSchema,
    systemDatabasePoolSize: 4,
    runMigrations: false,
    executorID: worker,
    // Only workers of the same version take over. Another one when the steps of a workflow change, not at each deployment.
    applicationVersion: '1',
    logLevel: 'error',
  });
  await DBOS.launch();
};

/** Gives what a worker has to the others: when it stops, or by hand when its machine is gone for good. */
export const handOver = async (databaseUrl: string, worker: string): Promise<void> => {
  const client = await openClient(databaseUrl);
  const had = await client.listWorkflows({ status: 'PENDING', executorId: worker });
  for (const { workflowID, queueName } of had)
    await client.resumeWorkflow(workflowID, queueName === undefined ? {} : { queueName });
  await client.destroy();
};
