import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDatabase } from '../stores/postgres/support/withDatabase';
import { withServer } from '../support/withServer';
import { engineExamplesIn, type Example, examplesIn, expectedLogs } from './examples/examples';
import { fencedBlocks } from './examples/fencedBlocks';
import { type Finished, run } from './support/run';
import { installed } from './support/tarball';

type Env = Readonly<Record<string, string>>;

const issuesPath = '/repos/acme/site/issues';

/** What the pages ask a reader to install, beside the package. */
const others = ['rxjs', 'io-ts', 'fp-ts', 'libsql', 'pg'];
const forTypes = ['typescript', 'tsx', '@types/node', '@types/pg'];

/** An API with a document of its own, served by the reference service under the same path. */
const openApi = {
  openapi: '3.0.3',
  info: { title: 'Issues', version: '1' },
  paths: {
    '/repos/{owner}/{repo}/issues': {
      get: {
        operationId: 'listIssues',
        parameters: ['owner', 'repo'].map((name) => ({
          ...{ name, in: 'path', required: true },
          schema: { type: 'string' },
        })),
        responses: {
          200: {
            description: 'a page',
            headers: { Link: { schema: { type: 'string' } } },
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Issue' } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Issue: {
        type: 'object',
        required: ['id', 'title'],
        properties: { id: { type: 'integer' }, title: { type: 'string' } },
      },
    },
  },
};

const describedWalk = (url: string): string => `
import { createClient, fetchTransport, iterate } from 'pagewalk';
import { listIssues } from './described.js';

const client = createClient({ transport: fetchTransport({ baseURL: '${url}' }) });
let length = 0;
for await (const issue of iterate(client, listIssues, { owner: 'acme', repo: 'site' })) length += issue.title.length;
console.log(length > 0);
`;

describe('a stranger with the packed file, in a blank folder', function () {
  this.timeout(900_000);
  const folder = mkdtempSync(join(tmpdir(), 'stranger-'));
  const served: Array<ChildProcess> = [];
  const took: Array<string> = [];
  let url: string;

  const succeed = async (file: string, args: ReadonlyArray<string>, env?: Env): Promise<string> => {
    const { code, stdout, stderr } = await run(file, args, folder, undefined, env);
    expect({ code, stderr: code === 0 ? '' : stderr }, `${file} ${args.join(' ')}`).to.deep.equal({
      code: 0,
      stderr: '',
    });
    return stdout;
  };

  const pagewalk = (args: ReadonlyArray<string>, env?: Env): Promise<string> =>
    succeed('npx', ['pagewalk', ...args], env);

  /** A service that a reader starts in another terminal. */
  const serve = async (args: ReadonlyArray<string>, env: Env = {}): Promise<string> => {
    const bin = join(folder, 'node_modules/pagewalk/dist/cjs/cli/main.js');
    const child = spawn(process.execPath, [bin, 'serve', ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    served.push(child);
    let said = '';
    for await (const part of child.stderr) {
      said += String(part);
      if (said.includes('Ctrl-C\n')) break;
    }
    return /http:\/\/[^\s/]+/.exec(said)?.[0] ?? '';
  };

  /** A page of the package: nothing else tells a stranger what to do. */
  const page = (path: string): string =>
    readFileSync(join(folder, 'node_modules/pagewalk', path), 'utf8');

  /** Writes an example into the folder, as a reader copies it, and gives the name of the file. */
  const copy = ({ file, code }: Example): string => {
    const name = file.replace(/\.mts$/, '.ts');
    writeFileSync(join(folder, name), `${code.replaceAll('http://127.0.0.1:8080', url)}\n`);
    return name;
  };

  const copyAndRun = async (example: Example, env?: Env): Promise<void> => {
    const printed = await succeed('npx', ['tsx', copy(example)], env);
    expect(printed, example.file).to.equal(expectedLogs(example.code));
  };

  const step = (title: string, act: () => Promise<void>): void => {
    it(title, async () => {
      const begun = performance.now();
      await act();
      took.push(`${((performance.now() - begun) / 1_000).toFixed(1)} s: ${title}`);
    });
  };

  before(async () => {
    const { tarball } = await installed();
    const begun = performance.now();
    const start = fencedBlocks(
      readFileSync(join(__dirname, '../../docs/getting-started.md'), 'utf8'),
    );
    const compiler = start[0]?.code.split('\n').find((line) => line.startsWith('npx tsc')) ?? '';
    await succeed('npm', ['init', '-y']);
    await succeed('npm', ['pkg', 'set', 'type=module']);
    await succeed('npm', ['install', '--loglevel', 'error', tarball, ...others]);
    await succeed('npm', ['install', '--loglevel', 'error', '--save-dev', ...forTypes]);
    const [command = '', ...args] = compiler.split(' ');
    await succeed(command, args);
    url = await serve([]);
    for (const example of examplesIn('docs/getting-started.md', page('docs/getting-started.md')))
      if (example.file === 'api.mts') copy(example);
    took.push(`${((performance.now() - begun) / 1_000).toFixed(1)} s: installs everything`);
  });

  after(() => {
    for (const child of served) child.kill();
    rmSync(folder, { recursive: true, force: true });
    process.stdout.write(`${took.join('\n')}\n`);
  });

  step('npm ls finds nothing missing', async () => {
    expect(await succeed('npm', ['ls', '--all'])).to.match(/pagewalk@/);
  });

  step('shell: takes the options that walk prints, and has every item', async () => {
    const options = (await pagewalk(['walk', url + issuesPath])).trim().split(' ');
    const items = await pagewalk(['walk', url + issuesPath, ...options, '--quiet']);
    expect(items.trim().split('\n')).to.have.lengthOf(2_500);
  });

  step('JSON lines: is killed in the middle, and has each line once', async () => {
    const slow = await serve(['--fault', 'delay:ms=100,every=1']);
    const args = [
      'walk',
      slow + issuesPath,
      '--items',
      '.',
      '--link',
      '-o',
      'issues.ndjson',
      '--resume',
    ];
    const bin = join(folder, 'node_modules/.bin/pagewalk');
    const killed = spawn(bin, args, { cwd: folder, stdio: 'ignore' });
    const part = join(folder, 'issues.ndjson.part');
    const isUnderWay = (): boolean => existsSync(part) && readFileSync(part, 'utf8').length > 0;
    while (!isUnderWay() && killed.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20));
    killed.kill('SIGKILL');
    if (killed.exitCode === null && killed.signalCode === null) await once(killed, 'exit');
    expect(existsSync(join(folder, 'issues.ndjson')), 'was killed before its end').to.equal(false);
    await pagewalk(args);
    const lines = readFileSync(join(folder, 'issues.ndjson'), 'utf8').trim().split('\n');
    expect([lines.length, new Set(lines).size]).to.deep.equal([2_500, 2_500]);
  });

  step('code: copies the programs of getting started', async () => {
    const examples = examplesIn('docs/getting-started.md', page('docs/getting-started.md'));
    const programs = examples.filter(({ code }) => expectedLogs(code) !== undefined);
    expect(programs).to.have.length.above(1);
    for (const program of programs) await copyAndRun(program);
  });

  step('SQLite: copies the first program of its guide', async () => {
    const [program] = examplesIn('docs/guides/sqlite.md', page('docs/guides/sqlite.md'));
    if (program) await copyAndRun(program);
    expect(existsSync(join(folder, 'issues.db'))).to.equal(true);
  });

  step('OpenAPI: describes an API, and walks it', async () => {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApi));
    await pagewalk(['describe', 'openapi.json', '-o', 'described.ts']);
    writeFileSync(join(folder, 'described-walk.ts'), describedWalk(url));
    expect(await succeed('npx', ['tsx', 'described-walk.ts'])).to.equal('true\n');
  });

  step('OAuth: gets a token for a protected list', async () => {
    const api = await serve(['--protect-list'], { PAGEWALK_TOKEN: 'issued' });
    await withServer(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ access_token: 'issued', expires_in: 3_600 }));
      },
      async (tokens) => {
        const oauth = ['--oauth', `${tokens}/token`, '--client-id', 'reports'];
        const args = [
          'list',
          '--base-url',
          api,
          'ri.ontology.main',
          'employee',
          ...oauth,
          '--quiet',
        ];
        const all = await pagewalk(args, { PAGEWALK_CLIENT_SECRET: 'secret' });
        expect(all.trim().split('\n')).to.have.lengthOf(2_500);
      },
    );
  });

  step('an engine: a cron job over Postgres, started twice', () =>
    withDatabase(async (database) => {
      const text = page('docs/guides/engines.md');
      const examples = engineExamplesIn('docs/guides/engines.md', text);
      const copied = examples.find(({ file }) => file === 'copyIssues.mts');
      const job = examples.find(({ code }) => code.includes('node nightly.js'));
      if (!copied || !job) throw new Error('the guide has no cron job');
      copy(copied);
      for (const time of ['first', 'second']) {
        await copyAndRun(job, { DATABASE_URL: database.url });
        const [count] = await database.rows('select count(*)::int as count from issue_copy');
        expect(count, time).to.deep.equal({ count: 2_500 });
      }
    }),
  );

  it('has compiled all of it', async () => {
    const { stdout }: Finished = await run('npx', ['tsc'], folder);
    expect(stdout).to.equal('');
  });
});
