import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { Subject } from 'rxjs';
import type { Interrupt } from '../../../src/cli/terminal/Io';
import { type ServiceOptions, startService } from '../../../src/service';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import { withDirectory } from '../support/temporary';
import { shown } from '../support/terminal';

const badges = Array.from({ length: 25 }, (_, id) => ({ id }));

/** Runs `list` with these options against a service of 25 badges in five pages. */
const list = async (
  options: ReadonlyArray<string>,
  service: Omit<ServiceOptions, 'maxPageSize'> = {},
  surroundings: Parameters<typeof runCommand>[1] = {},
) => {
  const { url, ontologyRid, close } = await startService({ objects: { badge: badges }, maxPageSize: 5, ...service });
  try {
    return await runCommand(['list', '--base-url', url, ...options, ontologyRid, 'badge'], surroundings);
  } finally {
    await close();
  }
};

describe('list and search', () => {
  it('say how many objects in how many pages there were', async () => {
    const { code, stdout, stderr } = await list([]);
    expect(code).to.equal(0);
    expect(stdout).to.equal(badges.map((properties) => `${JSON.stringify({ properties })}\n`).join(''));
    expect(stderr).to.match(/^pagewalk: 25 objects in 5 pages, \d+ ms, [\d,]+ objects\/s, 0 retries\n$/);
  });

  it('--quiet says nothing', async () => {
    expect((await list(['--quiet'])).stderr).to.equal('');
  });

  it('--quiet says errors all the same', async () => {
    const { code, stderr } = await list(['--quiet'], { limit: 10 });
    expect(code).to.equal(1);
    expect(stderr).to.match(/^pagewalk: RetrievalLimitExceeded: .*\npagewalk: --limit 10 takes the first 10\n$/);
  });

  it('exit with 1 where an object was invalid, after all others were written', async () => {
    const { code, stdout, stderr } = await list([], { faults: [{ type: 'corrupt-object', at: 2 }] });
    expect(code).to.equal(1);
    expect(stdout.split('\n')).to.have.length(24 + 1);
    expect(stderr).to.match(
      /^pagewalk: InvalidObject: .*\npagewalk: 1 object was invalid and left out\npagewalk: 24 objects in 5 pages.*\n$/,
    );
  });

  const broken: ReadonlyArray<readonly [what: string, service: ServiceOptions, objects: number]> = [
    ['an object is missing', { faults: [{ type: 'corrupt-object', at: 2 }] }, 24],
    ['the walk ended with an error', { limit: 10 }, 10],
  ];
  for (const [what, service, objects] of broken) {
    it(`--out leaves the file as it was where ${what}, and says where to find what was read`, () =>
      withDirectory(async (directory) => {
        const file = join(directory, 'badge.ndjson');
        await writeFile(file, 'older');
        const { code, stderr } = await list(['--out', file], service);
        expect(code).to.equal(1);
        expect(await readFile(file, 'utf8')).to.equal('older');
        const part = join(directory, (await readdir(directory)).find((name) => name.endsWith('.part')) ?? '');
        expect((await readFile(part, 'utf8')).split('\n')).to.have.length(objects + 1);
        expect(stderr).to.include(`what was read is in ${part}, and ${file} was not touched\n`);
      }));
  }

  it('--format csv tells what it has no column for', async () => {
    const { code, stdout, stderr } = await list(['--format', 'csv', '--quiet'], {
      objects: { badge: [{ id: 1 }, { id: 2, colour: 'red' }] },
    });
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: 'id\r\n1\r\n2\r\n' });
    expect(stderr).to.equal(
      'pagewalk: csv has no column for some properties of 1 object: colour (ndjson and json keep them)\n',
    );
  });

  for (const format of ['ndjson', 'json', 'csv']) {
    it(`leave out a record that is nested too deeply to be written, and go on: ${format}`, async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const ids = [1, deep, 3].map((id) => `{"properties":{"id":${id}}}`);
      const { code, stdout, stderr } = await withServer(
        (_, response) => response.end(`{"data":[${ids.join(',')}],"nextPageToken":null}`),
        (url) => runCommand(['list', '--base-url', url, '--format', format, '--quiet', 'ri.o', 'badge']),
      );
      expect({ code, ids: stdout.match(/[13]/g) }).to.deep.equal({ code: 1, ids: ['1', '3'] });
      expect(stderr).to.match(/^pagewalk: InvalidObject: object 2 of page 1: .* nested too deeply .*\n.*left out\n$/);
    });
  }

  it('refuse to replace the token file by the objects', () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'token');
      await writeFile(file, 'secret');
      const { code, stderr } = await list(['--token-file', file, '--out', file]);
      expect(code).to.equal(2);
      expect(stderr).to.include('cannot be the file of --out and the file of --token-file at once');
      expect(await readFile(file, 'utf8')).to.equal('secret');
    }));

  it('--format json is an empty array where there is no object', async () => {
    const { stdout } = await list(['--format', 'json'], { objects: { badge: [] } });
    expect(stdout).to.equal('[]\n');
  });

  for (const command of [
    ['list', 'ri.ontology.main', 'constructor'],
    ['search', '__proto__'],
  ]) {
    it(`say that there is no such type: ${command.join(' ')}`, async () => {
      const { code, stderr } = await runCommand(command);
      expect(code).to.equal(1);
      expect(stderr)
        .to.match(/^pagewalk: HttpFailure: .*404 ObjectTypeNotFound/)
        .and.not.include('properties');
    });
  }

  it('--snapshot and --page-size are sent', async () => {
    const { code, stderr } = await list(['--snapshot', '--page-size', '3']);
    expect(code).to.equal(0);
    expect(stderr).to.include('25 objects in 9 pages');
  });

  it('--timeout ends an exchange that takes longer', async () => {
    const { code, stderr } = await list(['--timeout', '30', '--attempts', '1'], {
      faults: [{ type: 'delay', every: 1, ms: 300 }],
    });
    expect(code).to.equal(1);
    expect(stderr).to.match(/^pagewalk: TimedOut: .*30 ms.*\n$/);
  });

  it('ask again for a page that did not come, and say how often', async () => {
    const { code, stdout, stderr } = await list([], { faults: [{ type: 'unavailable', at: 2, retryAfter: 0 }] });
    expect(code).to.equal(0);
    expect(stdout.split('\n')).to.have.length(25 + 1);
    expect(stderr).to.match(/, 1 retry\n$/);
  });

  it('--attempts says how often a page is asked for', async () => {
    let requests = 0;
    const faults: ServiceOptions = {
      faults: [{ type: 'unavailable', every: 1, retryAfter: 0 }],
      onRequest: () => (requests += 1),
    };
    for (const attempts of [1, 3]) {
      requests = 0;
      const { code, stderr } = await list(['--attempts', String(attempts)], faults);
      expect({ code, requests }).to.deep.equal({ code: 1, requests: attempts });
      expect(stderr).to.match(new RegExp(`^pagewalk: HttpFailure: .*attempts ${attempts}\\)\n$`));
    }
  });

  it('say what --key is for where a page token has expired', async () => {
    const faults: ServiceOptions = {
      faults: [
        { type: 'expire-token', uses: 1 },
        { type: 'reset-during', at: 2 },
      ],
    };
    const { code, stderr } = await list([], faults);
    expect(code).to.equal(1);
    expect(stderr).to.match(/^pagewalk: PageTokenExpired.*\npagewalk: with --key NAME, .* begins again by itself\n$/);
  });

  it('read the token file again when the token is refused', () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'token');
      await writeFile(file, 'first');
      const refused: Array<string | undefined> = [];
      const answer: RequestListener = ({ url = '', headers }, response) => {
        const page = Number(new URL(url, 'http://localhost').searchParams.get('pageToken') ?? 0);
        if (page === 2 && headers.authorization !== 'Bearer second') {
          refused.push(headers.authorization);
          writeFileSync(file, 'second');
          response.writeHead(401).end();
          return;
        }
        response.end(
          JSON.stringify({ data: [{ properties: { page } }], nextPageToken: page < 3 ? `${page + 1}` : null }),
        );
      };
      const { code, stdout, stderr } = await withServer(answer, (url) =>
        runCommand(['list', '--base-url', url, '--token-file', file, 'ri.o', 'badge']),
      );
      expect({ code, objects: stdout.split('\n').length - 1 }).to.deep.equal({ code: 0, objects: 4 });
      expect(refused).to.deep.equal(['Bearer first']);
      expect(stderr).to.match(/, 0 retries\n$/);
    }));

  it('draw a progress line on a terminal, which is gone in the end', async () => {
    const slow: ServiceOptions = { faults: [{ type: 'delay', every: 1, ms: 150 }] };
    const { stderr } = await list([], slow, { columns: 80 });
    expect(stderr.split('\r').filter((drawing) => drawing.includes(' · '))).to.have.length.within(2, 9);
    expect(shown(stderr)).to.match(/^pagewalk: 25 objects in 5 pages.*\n$/);
  });

  const drawings = (stderr: string): string =>
    stderr
      .split('\r')
      .filter((drawing) => drawing.includes(' · '))
      .join('\n');

  it('draw how many objects there are where the service says it, up to the limit', async () => {
    const slow: ServiceOptions = { totalCount: true, faults: [{ type: 'delay', every: 1, ms: 250 }] };
    expect(drawings((await list([], slow, { columns: 120 })).stderr)).to.match(/^\d+ of 25 objects · /m);
    const limited = await list(['--limit', '12'], slow, { columns: 120 });
    expect(drawings(limited.stderr)).to.match(/^\d+ of 12 objects · /m);
  });

  for (const totalCount of [undefined, null, '25', 2.5, -1, 1, 1e300, [], {}]) {
    it(`draw what they always did where the service says ${JSON.stringify(totalCount)} of that`, async () => {
      const answer: RequestListener = ({ url }, response) => {
        const isFirst = !String(url).includes('pageToken');
        const page = { data: badges.slice(0, 5).map((properties) => ({ properties })), totalCount };
        setTimeout(
          () => response.end(JSON.stringify({ ...page, ...(isFirst && { nextPageToken: 'x' }) })),
          isFirst ? 0 : 650,
        );
      };
      const { code, stderr } = await withServer(answer, (url) =>
        runCommand(['list', '--base-url', url, 'ri.o', 'badge'], { columns: 120 }),
      );
      expect(code).to.equal(0);
      expect(drawings(stderr)).to.match(/^5 objects · 1 page · /m);
    });
  }

  it('say how far they came when they are interrupted', async () => {
    const interrupts = new Subject<Interrupt>();
    let requests = 0;
    const interruptThird = (): void => {
      requests += 1;
      if (requests === 2)
        // Ten times of what it takes until the page is read.
        setTimeout(() => {
          interrupts.next('SIGINT');
        }, 500);
    };
    const stuck: ServiceOptions = { faults: [{ type: 'delay', at: 3, ms: 60_000 }], onRequest: interruptThird };
    const { code, stdout, stderr } = await list([], stuck, { interrupts });
    expect(code).to.equal(130);
    expect(stdout.split('\n')).to.have.length(10 + 1);
    expect(stderr).to.equal('pagewalk: interrupted after 10 objects in 2 pages\n');
  });
});
