import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceOptions, startService } from '../../../src/service';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import { withDirectory } from '../support/temporary';

const badges = Array.from({ length: 25 }, (_, index) => ({ id: index + 1, name: `badge ${index + 1}` }));

type Scheme = NonNullable<ServiceOptions['scheme']>;

/** The options that walk each scheme of the reference service. */
const optionsOf: Readonly<Record<Scheme, ReadonlyArray<string>>> = {
  link: ['--items', '.', '--link'],
  cursor: ['--items', 'items', '--cursor', 'next_cursor', '--to', 'cursor', '--more', 'has_more'],
  offset: ['--items', 'items', '--offset', 'offset', '--total', 'total'],
  page: ['--items', 'items', '--page', 'page', '--last', 'last'],
  lastItem: ['--last-id', 'id', '--to', 'starting_after', '--more', 'has_more'],
};

/** Runs `walk` with these options against a service of 25 badges in pages of five. */
const walk = async (
  scheme: Scheme,
  options: ReadonlyArray<string>,
  service: ServiceOptions = {},
  surroundings: Parameters<typeof runCommand>[1] = {},
) => {
  const { url, close } = await startService({ objects: { badge: badges }, maxPageSize: 5, scheme, ...service });
  try {
    return await runCommand(['walk', `${url}/api/badge`, ...options], surroundings);
  } finally {
    await close();
  }
};

describe('walk', () => {
  it('reads the headers file again when the service has refused what it held, and shows nothing of it', () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'headers');
      await writeFile(file, 'x-api-key: 0ld-secret');
      const { code, stdout, stderr } = await withServer(
        (request, response) => {
          const isNew = request.headers['x-api-key'] === 'n3w-secret';
          void writeFile(file, 'x-api-key: n3w-secret').then(() => {
            if (request.url === '/?c=2') response.statusCode = 500;
            else response.statusCode = isNew ? 200 : 401;
            response.end(isNew && request.url === '/' ? '{"data":[1],"next":2}' : '{"errorName":"no n3w-secret"}');
          });
        },
        (url) =>
          runCommand(['walk', url, ...['--cursor', 'next', '--to', 'c', '--attempts', '2', '--headers-file', file]]),
      );
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '1\n' });
      expect(stderr).to.include('[redacted]').and.not.include('n3w-secret');
    }));

  it('law 14: says what a service says of ordinary values in URL, and shows no key', async () => {
    const said = 'Invalid sort key: nmae (limit 1000, key 4f9d8a7b6c5e)';
    const { code, stderr } = await withServer(
      (_, response) => response.writeHead(400).end(JSON.stringify({ message: said })),
      (url) => runCommand(['walk', `${url}/items?sort=nmae&limit=1000&api_key=4f9d8a7b6c5e`, '--link']),
    );
    expect(code).to.equal(1);
    expect(stderr).to.include('Invalid sort key: nmae (limit 1000, key [redacted])');
  });

  it('says how far it is where --total says how many there are', async () => {
    const { stderr } = await walk(
      'offset',
      optionsOf.offset,
      { faults: [{ type: 'delay', ms: 150, every: 1 }] },
      { columns: 200 },
    );
    expect(stderr).to.match(/of 25 objects · /);
  });

  it('says in --help how to write each scheme', async () => {
    const { code, stdout } = await runCommand(['walk', '--help']);
    expect(code).to.equal(0);
    for (const scheme of ['--link', '--cursor', '--offset', '--page', '--last-id', '--body']) {
      expect(stdout).to.match(new RegExp(`pagewalk walk https://\\S+ [^]{0,40}${scheme}`));
    }
  });
});
