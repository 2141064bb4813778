import { isRight } from 'fp-ts/Either';
import { setTimeout as wait } from 'node:timers/promises';
import { axiosTransport, bearer, createClient, explain, polite } from 'pagewalk';
import { postgresPlaces } from 'pagewalk/postgres';
import { Pool } from 'pg';
import { lastValueFrom } from 'rxjs';
import { copyObjects } from './copyObjects';
import { schema, type Walk } from './names';
import { openQueue } from './queue';

/** What a worker has to know. */
export interface WorkerOptions {
  readonly name: string;
  readonly databaseUrl: string;
  readonly service: { readonly url: string; readonly token: string; readonly ontologyRid: string };
  /** Its share of what the service allows. */
  readonly share: { readonly concurrent: number; readonly perMinute: number };
}

/** A walk that nobody has advanced for so many milliseconds has lost its walker. */
const standstill = 15_000;

/** Takes walks from the queue and does them, until the process ends. */
export const runWorker = async ({ name, databaseUrl, service, share }: WorkerOptions): Promise<void> => {
  const pool = new Pool({ connectionString: databaseUrl, max: share.concurrent + 1 });
  const places = postgresPlaces(pool, { schema });
  const transport = polite(share)(axiosTransport({ baseURL: service.url, timeout: 10_000 }));
  const client = createClient({ transport, auth: bearer(service.token), retry: { attempts: 8 } });
  const say = (line: string): boolean => process.stdout.write(`worker ${name}: ${line}\n`);

  /** Waits until the walk is done by whoever has it, or has lost its walker. To claim it at once would go on for ever. */
  const isDoneByAnother = async (id: string): Promise<boolean> => {
    for (;;) {
      await wait(2_000 + 3_000 * Math.random());
      const { isLast, claimedAt, keptAt } = (await places.all()).find((kept) => kept.id === id) ?? {};
      if (isLast === true) return true;
      if (Date.now() - Math.max(Number(claimedAt ?? 0), Number(keptAt ?? 0)) > standstill) return false;
    }
  };

  const walk = async (task: Walk): Promise<void> => {
    do {
      await pool.query(`insert into ${schema}.walkers values ($1, $2) on conflict (id) do update set worker = $2`, [
        task.id,
        name,
      ]);
      const last = await lastValueFrom(copyObjects(client, places, service.ontologyRid, task));
      if (isRight(last)) {
        say(`${task.objectType} is done, ${last.right.objects} objects, round ${last.right.round}`);
        return;
      }
      say(`${task.objectType}: ${explain(last.left)}`);
      // The queue hands it out again.
      if (last.left._tag !== 'Superseded') throw new Error(explain(last.left));
    } while (!(await isDoneByAnother(task.id)));
  };

  const queue = await openQueue(databaseUrl);
  await queue.work(share.concurrent, walk);
  say('at work');
};
