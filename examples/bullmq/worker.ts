/* To take: a worker of BullMQ, which a supervisor starts again whenever it ends. */
import { type Job, Worker } from 'bullmq';
import { isRight } from 'fp-ts/Either';
import {
  axiosTransport,
  bearer,
  createClient,
  durable,
  explain,
  listObjects,
  rights,
} from 'pagewalk';
import { postgresPlaces } from 'pagewalk/postgres';
import { Pool } from 'pg';
import { from, fromEvent, lastValueFrom, ReplaySubject, toArray } from 'rxjs';

/** What a job says. */
export interface Walk {
  /** The name under which the walk's place is kept: another one for each run. */
  readonly id: string;
  readonly objectType: string;
}

export const queueName = 'walks';

/** A job fails often before it is given up: a stop and a service that is away fail it, too. */
export const jobOptions = {
  attempts: 20,
  backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
};

export interface WorkerOptions {
  readonly redis: { readonly host: string; readonly port: number };
  readonly databaseUrl: string;
  readonly service: { readonly url: string; readonly token: string; readonly ontologyRid: string };
  readonly say: (line: string) => void;
}

/** Takes walks from the queue and does them, until SIGTERM: then the pages in work are done and kept. */
export const runWorker = ({ redis, databaseUrl, service, say }: WorkerOptions): void => {
  // A connection for each walk, and one to claim with.
  const pool = new Pool({ connectionString: databaseUrl, max: 3 });
  const places = postgresPlaces(pool);
  const transport = axiosTransport({ baseURL: service.url, timeout: 10_000 });
  const client = createClient({ transport, auth: bearer(service.token) });
  const stop = new ReplaySubject<unknown>(1);
  fromEvent(process, 'SIGTERM').subscribe(stop);

  const walk = async ({ data: { id, objectType } }: Job<Walk>): Promise<void> => {
    const run$ = durable({
      id,
      places,
      until: stop,
      pages: (start) =>
        client.pages(listObjects, { ontologyRid: service.ontologyRid, objectType, ...start }),
      work: async (page, tx) => {
        const objects = await lastValueFrom(from(page.data).pipe(rights(), toArray()));
        await tx.query(
          'insert into copies select $1, unnest($2::integer[]) on conflict (type, id) do update set times = copies.times + 1',
          [objectType, objects.map(({ properties }) => properties.id)],
        );
        say(`kept ${objectType} ${page.place.pages}`);
      },
    });
    const last = await lastValueFrom(run$, { defaultValue: undefined });
    // Whatever throws is tried again later. After `Superseded` the job belongs to another worker, and BullMQ, which has given
    // its lock to that worker, does not listen to this one.
    if (last === undefined || (isRight(last) && !last.right.isLast))
      throw new Error(`${objectType} was stopped`);
    if (!isRight(last)) throw new Error(explain(last.left));
    say(`done ${objectType}`);
  };

  const worker = new Worker<Walk>(queueName, walk, {
    connection: redis,
    concurrency: 2,
    // A worker renews its locks while it lives. The walks of one that is killed come back after this many milliseconds.
    lockDuration: 10_000,
    stalledInterval: 5_000,
    // By default the second stall fails a job for good; here it is what a killed worker leaves behind.
    maxStalledCount: 20,
  });
  worker.on('error', (error) => {
    say(`error ${error.message}`);
  });
  stop.subscribe(() => {
    void worker
      .close()
      .then(() => pool.end())
      .then(() => process.exit(0));
  });
};
