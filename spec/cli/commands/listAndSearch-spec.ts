import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { type ServiceOptions, startService } from '../../../src/service';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import { inDirectory } from '../../support/inDirectory';
import { shown } from '../support/terminal';

const badges = Array.from({ length: 25 }, (_, id) => ({ id }));

/** Runs `list` with these options against a service of 25 badges in five pages. */
const list = async (
  options: ReadonlyArray<string>,
  service: Omit<ServiceOptions, 'maxPageSize'> = {},
  surroundings: Parameters<typeof runCommand>[1] = {},
) => {
  const { url, ontologyRid, close } = await startService({
    objects: { badge: badges },
    maxPageSize: 5,
    ...service,
  });
  try {
    return await runCommand(
      ['list', '--base-url', url, ...options, ontologyRid, 'badge'],
      surroundings,
    );
  } finally {
    await close();
  }
};

const drawings = (stderr: string): string =>
  stderr
    .split('\r')
    .filter((drawing) => drawing.includes(' · '))
    .join('\n');

describe('list and search', () => {
  it('read the token file again when the token is refused', () =>
    inDirectory(async (directory) => {
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
          JSON.stringify({
            data: [{ properties: { page } }],
            nextPageToken: page < 3 ? `${page + 1}` : null,
          }),
        );
      };
      const { code, stdout, stderr } = await withServer(answer, (url) =>
        runCommand(['list', '--base-url', url, '--token-file', file, 'ri.o', 'badge']),
      );
      expect({ code, objects: stdout.split('\n').length - 1 }).to.deep.equal({
        code: 0,
        objects: 4,
      });
      expect(refused).to.deep.equal(['Bearer first']);
      expect(stderr).to.match(/, 0 retries\n$/);
    }));

  it('draw a progress line on a terminal, which is gone in the end', async () => {
    const slow: ServiceOptions = { faults: [{ type: 'delay', every: 1, ms: 150 }] };
    const { stderr } = await list([], slow, { columns: 80 });
    expect(drawings(stderr)).to.match(/^\d+ objects? · /m);
    expect(shown(stderr)).to.match(/^pagewalk: 25 objects in 5 pages.*\n$/);
  });

  it('draw how many objects there are where the service says it, up to the limit', async () => {
    const slow: ServiceOptions = {
      totalCount: true,
      faults: [{ type: 'delay', every: 1, ms: 250 }],
    };
    expect(drawings((await list([], slow, { columns: 120 })).stderr)).to.match(
      /^\d+ of 25 objects · /m,
    );
    const limited = await list(['--limit', '12'], slow, { columns: 120 });
    expect(drawings(limited.stderr)).to.match(/^\d+ of 12 objects · /m);
  });
});
