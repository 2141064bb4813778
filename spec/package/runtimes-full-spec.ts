import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Service, startService } from '../../src/service/index';
import { freePort } from '../support/withServer';
import { root } from '../textFiles';
import { bundle } from './support/bundle';
import { run } from './support/run';
import { project } from './support/tarball';

const folder = join(root, '.cache/runtimes');

/** Where npm puts the program of a runtime. No install script runs, so the package of the platform is used as it is. */
const programs: Readonly<Record<string, ReadonlyArray<string>>> = {
  bun: [
    '@oven/bun-linux-x64/bin/bun',
    '@oven/bun-linux-aarch64/bin/bun',
    '@oven/bun-darwin-aarch64/bin/bun',
  ],
  deno: ['@deno/linux-x64-glibc/deno', '@deno/linux-arm64-glibc/deno', '@deno/darwin-arm64/deno'],
  workerd: [
    '@cloudflare/workerd-linux-64/bin/workerd',
    '@cloudflare/workerd-linux-arm64/bin/workerd',
    '@cloudflare/workerd-darwin-arm64/bin/workerd',
  ],
};

const programOf = (name: string): string | undefined =>
  (programs[name] ?? []).map((path) => join(folder, 'node_modules', path)).find(existsSync);

/** A walk with a retry, an async iterable that is left early, and a service of another scheme. Prints what it counted. */
const walks = (url: string): string => `
  import { createClient, endpoint, fetchTransport, orThrow, toAsyncIterable } from 'pagewalk';
  import { at, byCursor, query } from 'pagewalk/paging';
  import { count, lastValueFrom } from 'rxjs';

  export const result = async () => {
    const client = createClient({ transport: fetchTransport({ baseURL: '${url}' }), retry: { baseDelay: 1 } });
    const params = { ontologyRid: 'ri.ontology.main', objectType: 'employee' };
    const all = await lastValueFrom(client.list(params).pipe(orThrow(), count()));
    let some = 0;
    for await (const object of toAsyncIterable((valve) => client.list({ ...params, valve }).pipe(orThrow())))
      if (object.properties.id > 0 && ++some === 150) break;
    const things = endpoint({
      name: 'things', method: 'GET', path: '/api/{objectType}', items: at('items'), pageSize: query('limit'),
      paging: byCursor({ from: at('next_cursor'), to: query('cursor'), more: at('has_more') }),
    });
    const other = await lastValueFrom(client.objects(things, { objectType: 'aircraft' }).pipe(orThrow(), count()));
    return [all, some, other].join(' ');
  };
`;

const expected = '2500 150 300';

/** A walk into a table that raises on a duplicate, by Bun's own driver. Kills itself within the work of page 3, the first time. */
const intoSqlite = (url: string): string => `
  import { Database } from 'bun:sqlite';
  import { createClient, durable, fetchTransport, listObjects, orThrow } from 'pagewalk';
  import { sqlitePlaces } from 'pagewalk/sqlite';
  import { lastValueFrom } from 'rxjs';

  const db = new Database('rows.db');
  db.exec('create table if not exists sink (id integer primary key)');
  const client = createClient({ transport: fetchTransport({ baseURL: '${url}' }), retry: { baseDelay: 1 } });
  const last = await lastValueFrom(durable({
    id: 'employees',
    places: sqlitePlaces(db),
    pages: (start) => client.pages(listObjects, { ontologyRid: 'ri.ontology.main', objectType: 'employee', ...start }),
    work: ({ data, place }, tx) => {
      for (const { right } of data) tx.prepare('insert into sink values (?)').run(right.properties.id);
      if (process.argv[2] === 'killed' && place.pages === 3) process.kill(process.pid, 'SIGKILL');
    },
  }).pipe(orThrow()));
  console.log(last.isLast, db.query('select count(*) as rows from sink').get().rows);
`;

describe('runtimes other than Node', function () {
  this.timeout(600_000);
  let service: Service;

  before(async () => {
    await mkdir(folder, { recursive: true });
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      await cp(join(__dirname, 'runtimes', name), join(folder, name));
    if (programOf('workerd') === undefined)
      await run('npm', ['ci', '--loglevel', 'error'], folder, 300_000);
    service = await startService({
      scheme: 'cursor',
      faults: [{ type: 'unavailable', every: 20 }],
    });
  });

  after(() => service.close());

  /** A spec that is left out, with a line that says so, where npm has no such runtime for this platform. */
  const on = (
    name: string,
    work: (program: string) => Promise<string>,
    what = 'walks',
    result = expected,
  ): void => {
    it(`${name} ${what}`, async () => {
      const program = programOf(name);
      // Not as a pending test: those are forbidden, so that none is forgotten.
      if (program === undefined)
        process.stderr.write(`${name} could not be installed here: left out\n`);
      else expect(await work(program)).to.equal(result);
    });
  };

  const printed = async (
    program: string,
    args: ReadonlyArray<string>,
    name: string,
  ): Promise<string> => {
    const source = `${walks(service.url)}\nconsole.log(await result());`;
    const directory = await project(`runtimes-${name}`, { 'walks.mjs': source });
    const { stdout, stderr } = await run(program, [...args, 'walks.mjs'], directory);
    return stdout.trim() || stderr;
  };

  on('bun', (program) => printed(program, ['run'], 'bun'));

  on(
    'bun',
    async (program) => {
      const directory = await project('runtimes-bun-sqlite', {
        'rows.mjs': intoSqlite(service.url),
      });
      const killed = await run(program, ['run', 'rows.mjs', 'killed'], directory);
      expect([killed.code, killed.stdout]).to.deep.equal([null, '']);
      const { stdout, stderr } = await run(program, ['run', 'rows.mjs'], directory);
      return stdout.trim() || stderr;
    },
    'law 45: is killed while it walks into a file of bun:sqlite, and loses and doubles no row',
    'true 2500',
  );

  on('deno', (program) =>
    printed(
      program,
      ['run', '--allow-net', '--allow-read', '--allow-env', '--node-modules-dir=manual'],
      'deno',
    ),
  );

  on('workerd', async (program) => {
    const port = await freePort();
    const source = `${walks(service.url)}
      export default { fetch: async () => new Response(await result().catch((error) => String(error.stack))) };`;
    const { code } = await bundle('worker', source);
    const config = `using Workerd = import "/workerd/workerd.capnp";
      const config :Workerd.Config = (
        services = [
          ( name = "main", worker = ( modules = [( name = "worker.js", esModule = embed "worker.js" )],
            compatibilityDate = "2026-01-01", globalOutbound = "net" ) ),
          ( name = "net", network = ( allow = ["public", "private"] ) ),
        ],
        sockets = [( name = "http", address = "127.0.0.1:${port}", http = (), service = "main" )],
      );`;
    const directory = await project('runtimes-workerd', {
      'worker.js': code,
      'config.capnp': config,
    });
    const child = spawn(program, ['serve', 'config.capnp'], { cwd: directory, stdio: 'ignore' });
    try {
      for (;;) {
        const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
        if (answer !== undefined) return await answer.text();
        if (child.exitCode !== null) return `workerd ended with ${child.exitCode}`;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    } finally {
      child.kill();
    }
  });
});
