/* Part of the check: `npm run nightly -- bullmq` runs it with Debian's Redis. */
import { Queue } from 'bullmq';
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresPlaces } from 'pagewalk/postgres';
import { startService } from 'pagewalk/service';
import { Pool } from 'pg';
import { startPostgres } from '../../scripts/startPostgres.mjs';
import { jobOptions, queueName, runWorker, type Walk, type WorkerOptions } from './worker';

const types = Array.from({ length: 8 }, (_, index) => `type_${index}`);
const perType = 600;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

const startRedis = async (): Promise<{ readonly port: number; stop(): void }> => {
  const port = await freePort();
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', '/tmp'],
    {
      stdio: 'ignore',
    },
  );
  child.on('error', () => {
    process.stderr.write('redis-server is missing: apt-get install redis-server\n');
    process.exit(1);
  });
  return { port, stop: () => child.kill() };
};

/** Copies all types with two workers, of which one is killed and one is stopped gracefully; others take their places. */
const check = async (): Promise<boolean> => {
  const redis = await startRedis();
  const postgres = await startPostgres({ fsync: 'off' });
  const pool = new Pool({ connectionString: postgres.url, max: 2 });
  const service = await startService({
    objects: Object.fromEntries(
      types.map((type) => [type, Array.from({ length: perType }, (_, id) => ({ id }))]),
    ),
    maxPageSize: 20,
    limit: Infinity,
    faults: [{ type: 'delay', ms: 100, every: 1 }],
  });
  const queue = new Queue<Walk>(queueName, { connection: { host: '127.0.0.1', port: redis.port } });
  const workers: Array<ChildProcess> = [];
  const start = (): ChildProcess => {
    const options: Omit<WorkerOptions, 'say'> = {
      redis: { host: '127.0.0.1', port: redis.port },
      databaseUrl: postgres.url,
      service: { url: service.url, token: service.token, ontologyRid: service.ontologyRid },
    };
    const child = fork(__filename, [JSON.stringify(options)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    workers.push(child);
    return child;
  };
  try {
    const places = postgresPlaces(pool);
    await places.migrate();
    await pool.query(
      'create table copies (type text, id integer, times integer not null default 1, primary key (type, id))',
    );
    const run = new Date().toISOString();
    const walks = types.map((objectType) => ({ id: `${objectType} ${run}`, objectType }));
    await queue.addBulk(walks.map((data) => ({ name: data.objectType, data, opts: jobOptions })));
    const [first, second] = [start(), start()];
    const done = async (): Promise<number> => (await places.all({ isLast: true })).length;
    while ((await places.all()).reduce((sum, { pages }) => sum + pages, 0) < 12) await wait(100);
    first.kill('SIGKILL');
    start();
    await wait(1_000);
    second.kill('SIGTERM');
    const [code] = (await once(second, 'exit')) as [number | null];
    start();
    for (let seconds = 0; (await done()) < types.length; seconds += 1) {
      if (seconds > 180) throw new Error(`only ${await done()} of ${types.length} walks are done`);
      await wait(1_000);
    }
    const { rows } = await pool.query<{ rows: number; again: number }>(
      'select count(*)::integer as rows, coalesce(sum(times - 1), 0)::integer as again from copies',
    );
    const found = rows[0] ?? { rows: 0, again: -1 };
    say(
      `${found.rows} rows, ${found.again} written again; the stopped worker ended with ${String(code)}`,
    );
    // Nothing is written twice: rows and place are one transaction, and no token has expired.
    return found.rows === types.length * perType && found.again === 0 && code === 0;
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await queue.close();
    await service.close();
    await pool.end();
    await postgres.stop();
    redis.stop();
  }
};

const [, , options] = process.argv;
if (options === undefined) {
  check().then(
    (isWell) => process.exit(isWell ? 0 : 1),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
} else {
  process.once('disconnect', () => process.exit());
  runWorker({ ...(JSON.parse(options) as Omit<WorkerOptions, 'say'>), say });
}
