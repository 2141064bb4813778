/* To take: a worker, which a supervisor starts again whenever it ends. */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  axiosTransport,
  bearer,
  type Client,
  createClient,
  explain,
  polite,
  recordWalks,
} from 'pagewalk';
import { postgresBudget, postgresPlaces } from 'pagewalk/postgres';
import { Pool } from 'pg';
import {
  BehaviorSubject,
  filter,
  finalize,
  firstValueFrom,
  fromEvent,
  merge,
  ReplaySubject,
  tap,
} from 'rxjs';
import { copyPart } from './copyPart';
import { handOver, launch } from './engine';
import { budgetOf, labelOf, schema, tableOf } from './names';
import { registerWorkflows } from './workflows';

/** What a worker has to know. */
export interface WorkerOptions {
  /** The same each time that it is started. */
  readonly name: string;
  /** How the places name it. */
  readonly by: string;
  readonly databaseUrl: string;
  readonly token: string;
  /** What the service allows, for all workers together. */
  readonly limits: { readonly concurrent: number; readonly perMinute: number };
  /** How many parts it copies at once. */
  readonly atOnce: number;
  /** Where it writes what happens in its walks, to look at with `pagewalk show`; by default nowhere. */
  readonly events?: string | undefined;
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Copies parts until SIGTERM: then the pages in work are done and kept, and the other workers get the rest. */
export const runWorker = async (options: WorkerOptions): Promise<void> => {
  const { name, by, databaseUrl, token, limits, atOnce, events } = options;
  // A connection for each part, one to claim with, and one for the budget.
  const pool = new Pool({ connectionString: databaseUrl, max: atOnce + 2, keepAlive: true });
  const places = postgresPlaces(pool, { schema });
  const sparing = polite({ budget: postgresBudget(pool, budgetOf(limits)) });
  const stop = new ReplaySubject<unknown>(1);
  const underWay = new BehaviorSubject(0);

  /** A file for each client: each counts its walks from 1. */
  const record = (client: Client, directory: string): void => {
    mkdirSync(directory, { recursive: true });
    const file = createWriteStream(join(directory, `worker-${by}-${clients.size + 1}.events`));
    recordWalks(client, { polite: sparing }).subscribe((line) => file.write(`${line}\n`));
  };

  const clients = new Map<string, Client>();
  /** One for each address; they share the limits. */
  const clientOf = (baseURL: string): Client => {
    const known = clients.get(baseURL);
    if (known) return known;
    const transport = sparing(axiosTransport({ baseURL, timeout: 10_000 }));
    const client = createClient({ transport, auth: bearer(token), retry: { attempts: 8 } });
    if (events !== undefined) record(client, events);
    clients.set(baseURL, client);
    return client;
  };

  registerWorkflows({
    by,
    copy: (copy, claim, cancelled) => {
      underWay.next(underWay.value + 1);
      const until = merge(stop, cancelled);
      return copyPart(clientOf(copy.service), places, copy, claim, until).pipe(
        tap((kept) => {
          if (kept._tag === 'Left') say(`${labelOf(copy)}: ${explain(kept.left)}`);
          else if (kept.right.isLast) say(`${labelOf(copy)}: ${kept.right.objects} objects`);
        }),
        finalize(() => underWay.next(underWay.value - 1)),
      );
    },
    countRows: async (objectType) => {
      const { rows } = await pool.query<{ count: string }>(
        `select count(*) from ${tableOf(objectType)}`,
      );
      return Number(rows[0]?.count);
    },
  });

  fromEvent(process, 'SIGTERM').subscribe(() => {
    say(`worker ${name} stops`);
    stop.next(undefined);
    void firstValueFrom(underWay.pipe(filter((count) => count === 0)))
      .then(() => DBOS.shutdown())
      .then(() => handOver(databaseUrl, name))
      .then(() => pool.end())
      .then(() => process.exit(0));
  });
  await launch(databaseUrl, name);
  say(`worker ${name} is at work`);
};
