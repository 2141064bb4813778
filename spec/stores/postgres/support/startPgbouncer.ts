import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../../support/withServer';
import { pause } from '../../../support/collect';

/** pgbouncer before a database. */
export interface Pgbouncer {
  /** The connection string that leads through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Whether it is installed: `apt-get install pgbouncer`. */
export const hasPgbouncer = (): boolean =>
  spawnSync('pgbouncer', ['--version']).error === undefined;

const answers = async (url: string): Promise<boolean> => {
  const client = new Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    await client.end();
    return true;
  } catch {
    return false;
  }
};

/** Starts it with this many connections to the server, which it hands out for transactions. */
export const startPgbouncer = async (databaseUrl: string, size: number): Promise<Pgbouncer> => {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const directory = mkdtempSync(join(tmpdir(), 'pagewalk-pgbouncer-'));
  const listening = await freePort();
  const file = join(directory, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${database} = host=${hostname} port=${port} user=${username} password=${password} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listening}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 200
`,
  );
  chmodSync(directory, 0o755);
  // It refuses to be root.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child: ChildProcess = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...asNobody });
  const ended = once(child, 'close');
  const url = `postgres://${username}@127.0.0.1:${listening}/${database}`;
  for (let attempt = 0; !(await answers(url)); attempt += 1) {
    if (attempt > 100 || child.exitCode !== null) throw new Error('pgbouncer does not answer');
    await pause(100);
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
};
