import { expect } from 'chai';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Subject } from 'rxjs';
import type { Interrupt } from '../../../src/cli/Io';
import { type ServiceOptions, startService } from '../../../src/service';
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
    expect(stderr).to.match(/^pagewalk: RetrievalLimitExceeded: .*\n$/);
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

  it('--format json is an empty array where there is no object', async () => {
    const { stdout } = await list(['--format', 'json'], { objects: { badge: [] } });
    expect(stdout).to.equal('[]\n');
  });

  it('--snapshot and --page-size are sent', async () => {
    const { code, stderr } = await list(['--snapshot', '--page-size', '3']);
    expect(code).to.equal(0);
    expect(stderr).to.include('25 objects in 9 pages');
  });

  it('--timeout ends an exchange that takes longer', async () => {
    const { code, stderr } = await list(['--timeout', '30'], { faults: [{ type: 'delay', every: 1, ms: 300 }] });
    expect(code).to.equal(1);
    expect(stderr).to.match(/^pagewalk: TimedOut: .*30 ms.*\n$/);
  });

  it('draw a progress line on a terminal, which is gone in the end', async () => {
    const slow: ServiceOptions = { faults: [{ type: 'delay', every: 1, ms: 50 }] };
    const { stderr } = await list([], slow, { columns: 80 });
    expect(stderr.split('\r').filter((drawing) => drawing.includes(' · '))).to.have.length.within(2, 6);
    expect(shown(stderr)).to.match(/^pagewalk: 25 objects in 5 pages.*\n$/);
  });

  it('say how far they came when they are interrupted', async () => {
    const interrupts = new Subject<Interrupt>();
    let requests = 0;
    const interruptThird = (): void => {
      requests += 1;
      if (requests === 2)
        setTimeout(() => {
          interrupts.next('SIGINT');
        }, 50);
    };
    const stuck: ServiceOptions = { faults: [{ type: 'delay', at: 3, ms: 60_000 }], onRequest: interruptThird };
    const { code, stdout, stderr } = await list([], stuck, { interrupts });
    expect(code).to.equal(130);
    expect(stdout.split('\n')).to.have.length(10 + 1);
    expect(stderr).to.equal('pagewalk: interrupted after 10 objects in 2 pages\n');
  });
});
