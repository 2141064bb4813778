import { expect } from 'chai';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceOptions, startService } from '../../../src/service';
import { runCommand } from '../support/runCommand';
import { inDirectory } from '../../support/inDirectory';

const badges = Array.from({ length: 25 }, (_, id) => ({ id }));

type Line = Readonly<Record<string, unknown>>;

/** Runs a command with these options against a service of 25 badges in five pages. */
const walk = async (
  command: 'list' | 'search',
  options: ReadonlyArray<string>,
  service: ServiceOptions = {},
  times = 1,
) => {
  const { url, ontologyRid, apiFamily, token, close } = await startService({
    objects: { badge: badges },
    maxPageSize: 5,
    protectList: true,
    token: 'very-secret',
    ...service,
  });
  try {
    const rest = command === 'list' ? [ontologyRid, 'badge'] : ['--api-family', apiFamily, 'badge'];
    const argv = [command, '--base-url', url, ...options, ...rest];
    for (let time = 1; time < times; time++)
      await runCommand(argv, { env: { PAGEWALK_TOKEN: token } });
    return await runCommand(argv, { env: { PAGEWALK_TOKEN: token } });
  } finally {
    await close();
  }
};

const linesIn = async (file: string): Promise<ReadonlyArray<Line>> => {
  const text = await readFile(file, 'utf8');
  expect(text.endsWith('\n')).to.equal(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
};

describe('--events', () => {
  for (const command of ['list', 'search'] as const) {
    it(`writes what happens in ${command} as lines of JSON, without a secret`, () =>
      inDirectory(async (directory) => {
        const file = join(directory, 'run.events');
        const { code, stdout } = await walk(command, ['--events', file], {
          faults: [{ type: 'unavailable', at: 3 }],
        });
        expect(code).to.equal(0);
        expect(stdout.trimEnd().split('\n')).to.have.length(25);
        const lines = await linesIn(file);
        const types = lines.map(({ type }) => type);
        expect(types.filter((type) => type === 'page').length).to.be.at.least(1);
        expect(types).to.include('retry');
        expect(types.at(-1)).to.equal('end');
        expect(
          lines.every(({ at, walk: number }) => typeof at === 'number' && number === 1),
        ).to.equal(true);
        const text = await readFile(file, 'utf8');
        expect(text).to.not.match(/very-secret|pageToken|[0-9a-f]{32}/);
      }));
  }

  it('is readable by its owner alone', async function () {
    if (process.platform === 'win32') this.skip();
    await inDirectory(async (directory) => {
      const file = join(directory, 'run.events');
      const umask = process.umask(0o022);
      await walk('list', ['--events', file]).finally(() => process.umask(umask));
      expect(((await stat(file)).mode & 0o777).toString(8)).to.equal('600');
    });
  });

  it('is appended to with --resume: the runs of one walk make one picture', () =>
    inDirectory(async (directory) => {
      const [file, out, bookmark] = ['run.events', 'out.ndjson', 'mark'].map((name) =>
        join(directory, name),
      );
      const options = [
        '--events',
        file ?? '',
        '--out',
        out ?? '',
        '--resume',
        bookmark ?? '',
        '--attempts',
        '1',
      ];
      const { code } = await walk('list', options, { faults: [{ type: 'unavailable', at: 3 }] }, 2);
      expect(code).to.equal(0);
      const ends = (await linesIn(file ?? '')).filter(({ type }) => type === 'end');
      expect(ends.map(({ pages, error }) => [pages, error !== undefined])).to.deep.equal([
        [2, true],
        [3, false],
      ]);
    }));

  it('continues the walk where the events cannot all be written, and says so', async function () {
    if (process.platform !== 'linux') this.skip();
    const { code, stdout, stderr } = await walk('list', ['--events', '/dev/full']);
    expect(code).to.equal(0);
    expect(stdout.trimEnd().split('\n')).to.have.length(25);
    expect(stderr).to.include('the events are not all in /dev/full: no space is left');
  });
});
