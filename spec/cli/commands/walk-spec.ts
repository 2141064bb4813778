import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ServiceOptions, startService } from '../../../src/service';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import { withDirectory } from '../support/temporary';

const badges = Array.from({ length: 25 }, (_, index) => ({ id: index + 1, name: `badge ${index + 1}` }));
const lines = badges.map((badge) => `${JSON.stringify(badge)}\n`).join('');

type Scheme = NonNullable<ServiceOptions['scheme']>;

/** The options that walk each scheme of the reference service. */
const optionsOf: Readonly<Record<Scheme, ReadonlyArray<string>>> = {
  link: ['--items', '.', '--link'],
  cursor: ['--items', 'items', '--cursor', 'next_cursor', '--to', 'cursor', '--more', 'has_more'],
  offset: ['--items', 'items', '--offset', 'offset', '--total', 'total'],
  page: ['--items', 'items', '--page', 'page', '--last', 'last'],
  lastItem: ['--last-id', 'id', '--to', 'starting_after', '--more', 'has_more'],
};

const schemes = Object.keys(optionsOf) as ReadonlyArray<Scheme>;

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
  for (const scheme of schemes) {
    describe(`by ${scheme}`, () => {
      const options = optionsOf[scheme];

      it('writes every item as it came', async () => {
        const { code, stdout, stderr } = await walk(scheme, options);
        expect({ code, stdout }).to.deep.equal({ code: 0, stdout: lines });
        expect(stderr).to.match(/^pagewalk: 25 objects in 5 pages, .* 0 retries\n$/);
      });

      it('writes the same items with --ahead', async () => {
        const { code, stdout } = await walk(scheme, [...options, '--ahead', '8']);
        expect({ code, stdout }).to.deep.equal({ code: 0, stdout: lines });
      });

      it('stops at --limit, asks for pages of --page-size, and repeats what failed', async () => {
        const { code, stdout, stderr } = await walk(scheme, [...options, '--page-size', 'limit=4', '--limit', '7'], {
          faults: [{ type: 'throttle', at: 2 }],
        });
        expect({ code, stdout }).to.deep.equal({ code: 0, stdout: lines.split('\n').slice(0, 7).join('\n') + '\n' });
        expect(stderr).to.match(/^pagewalk: 7 objects in 2 pages, .* 1 retry\n$/);
      });

      it('goes on with --resume where it broke off', () =>
        withDirectory(async (directory) => {
          const out = join(directory, 'badges.ndjson');
          const { url, close } = await startService({
            objects: { badge: badges },
            maxPageSize: 5,
            scheme,
            faults: [{ type: 'unavailable', at: 3 }],
          });
          const command = ['walk', `${url}/api/badge`, ...options, '--out', out, '--resume', join(directory, 'place')];
          try {
            const broken = await runCommand([...command, '--attempts', '1']);
            expect(broken.code).to.equal(1);
            expect(broken.stderr).to.include('run the same command again to continue after 2 pages');
            const whole = await runCommand(command);
            expect(whole.code).to.equal(0);
            expect(await readFile(out, 'utf8')).to.equal(lines);
          } finally {
            await close();
          }
        }));

      it('writes what is new, changed or gone with --changes', () =>
        withDirectory(async (directory) => {
          const file = join(directory, 'known');
          const changes = [...options, '--changes', file, '--key', 'id'];
          const { url, store, close } = await startService({ objects: { badge: badges }, maxPageSize: 5, scheme });
          try {
            await runCommand(['walk', `${url}/api/badge`, ...changes]);
            store.update('badge', 0, () => ({ id: 1, name: 'another' }));
            store.delete('badge', 1);
            const { code, stdout } = await runCommand(['walk', `${url}/api/badge`, ...changes]);
            expect({ code, stdout }).to.deep.equal({
              code: 0,
              stdout: '{"change":"changed","key":1,"record":{"id":1,"name":"another"}}\n{"change":"removed","key":2}\n',
            });
          } finally {
            await close();
          }
        }));
    });
  }

  it('writes integers of any size in the digits in which they came', async () => {
    const { stdout } = await withServer(
      (_, response) => response.end('{"data":[{"id":9007199254740993},9007199254740995],"next":null}'),
      (url) => runCommand(['walk', url, '--cursor', 'next', '--to', 'c', '--quiet']),
    );
    expect(stdout).to.equal('{"id":9007199254740993}\n9007199254740995\n');
  });

  it('writes items of any kind in every format', async () => {
    for (const [format, expected] of [
      ['ndjson', '"a"\nnull\n[1]\n'],
      ['json', '[\n"a",\nnull,\n[1]\n]\n'],
      ['csv', 'value\r\na\r\n""\r\n[1]\r\n'],
    ] as const) {
      const { code, stdout } = await withServer(
        (_, response) => response.end('["a",null,[1]]'),
        (url) => runCommand(['walk', url, '--items', '.', '--link', '--quiet', '--format', format]),
      );
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: expected });
    }
  });

  it('sends the query string of URL, its segments, a body, a cursor of two parts and the headers of a file', () =>
    withDirectory(async (directory) => {
      const headers = join(directory, 'headers');
      await writeFile(headers, '# mine\nX-Api-Key: k3y\n\nContent-Type: application/x-amz-json-1.0\n');
      const asked: Array<unknown> = [];
      const { code, stdout, stderr } = await withServer(
        (request, response) => {
          void text(request).then((body) => {
            const { 'x-api-key': key, 'content-type': type, 'x-row': row } = request.headers;
            asked.push([request.method, request.url, body, key, type, row]);
            response.setHeader('x-next-row', 'r');
            response.end(asked.length === 1 ? '{"data":[1],"next":{"id":12345678901234567890}}' : '{"data":[2]}');
          });
        },
        (url) =>
          runCommand([
            'walk',
            `${url}/a%20b/x:y/?tag=1&tag=2&q=a+b`,
            ...['--body', '{"table":"t","n":12345678901234567890}', '--headers-file', headers],
            ...['--cursor', 'next', '--to', 'body:start.key', '--cursor', 'header:x-next-row', '--to', 'header:x-row'],
            ...['--page-size', 'body:limit=1', '--limit', '2', '--quiet'],
          ]),
      );
      expect({ code, stdout, stderr }).to.deep.equal({ code: 0, stdout: '1\n2\n', stderr: '' });
      const address = '/a%20b/x:y/?tag=1&tag=2&q=a%20b';
      const body = '"limit":1,"table":"t","n":12345678901234567890';
      expect(asked).to.deep.equal([
        ['POST', address, `{${body}}`, 'k3y', 'application/x-amz-json-1.0', undefined],
        [
          'POST',
          address,
          `{${body},"start":{"key":{"id":12345678901234567890}}}`,
          'k3y',
          'application/x-amz-json-1.0',
          'r',
        ],
      ]);
    }));

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

  const refused: ReadonlyArray<readonly [options: ReadonlyArray<string>, message: RegExp]> = [
    [['ftp://x', '--link'], /^pagewalk: URL must be an address such as https:\/\/api\.example\.com\/items$/],
    [['http://u:pw-secret@x/', '--link'], /^pagewalk: URL must hold no user name and no password; name a file by/],
    [['http://x/#top', '--link'], /URL must hold no fragment/],
    [['http://x/a//b', '--link'], /the path of URL cannot be sent: it has an empty segment/],
    [['http://x/%zz', '--link'], /a % that encodes nothing/],
    [['http://x/?=1', '--link'], /a parameter without a name/],
    [
      ['http://x/', '--items', 'a'],
      /say how it is paged: one of --cursor, --link, --offset, --page, --last-id; without/,
    ],
    [['http://x/', '--link', '--page', 'p'], /--link, --page are different schemes: give one of them$/],
    [['http://x/', '--link', '--total', 't'], /--total goes with --offset, --page, not with --link$/],
    [
      ['http://x/', '--offset', 'o', '--more', 'm', '--to', 'x'],
      /--to goes with --cursor, --last-id, not with --offset$/,
    ],
    [['http://x/', '--cursor', 'c'], /--cursor needs --to/],
    [['http://x/', '--last-id', 'id'], /--last-id needs one --to/],
    [['http://x/', '--page', 'p', '--first', 'x'], /--first must be a whole number here$/],
    [['http://x/', '--cursor', 'c', '--to', 'body:c'], /body:PATH goes with --body/],
    [
      ['http://x/?limit=5', '--link', '--page-size', 'limit=9'],
      /--page-size and the request itself both have query limit/,
    ],
    [['http://x/', '--link', '--page-size', '9'], /such as limit=100/],
    [['http://x/', '--link', '--items', 'a..b'], /names with dots between them/],
    [['http://x/', '--link', '--items', '/a~2'], /~ is written ~0/],
    [['http://x/', '--link', 'header:'], /name of a header follows header:/],
    [['--link', 'http://x/'], /Write the URL before --link/],
    [['http://x/', '--link', '--body', 's3cret'], /^pagewalk: --body must be a JSON object, such as \{"limit":100\}$/],
    [['http://x/', '--link', '--body', '@/nowhere'], /cannot read \/nowhere: there is no such file/],
    [['http://x/', '--link', '--headers-file', '/nowhere'], /cannot read the headers file \/nowhere: there is no such/],
    [['http://x/', '--link', '--escape-formulas'], /only with --format csv/],
    [[], /missing required argument 'URL'/],
  ];
  for (const [options, message] of refused) {
    it(`refuses ${options.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runCommand(['walk', ...options]);
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
      expect(stderr.trim())
        .to.match(message)
        .and.not.match(/secret|s3cret/);
    });
  }

  const files: ReadonlyArray<readonly [text: string, message: RegExp]> = [
    ['s3cret', /headers:1: a header is written NAME: VALUE$/],
    ['a: 1\nA: 2', /headers:2: the header a is there twice$/],
    ['bad name: 1', /headers:1: a header is written NAME: VALUE$/],
    ['x: s3cr\u0000et', /headers:1: a header is written/],
  ];
  for (const [content, message] of files) {
    it(`refuses a headers file with ${JSON.stringify(content)}`, () =>
      withDirectory(async (directory) => {
        const file = join(directory, 'headers');
        await writeFile(file, content);
        const { code, stderr } = await runCommand(['walk', 'http://x/', '--link', '--headers-file', file]);
        expect(code).to.equal(2);
        expect(stderr.trim()).to.match(message).and.not.include('s3cr');
      }));
  }

  it('refuses to replace the headers file by the items, and one that has an Authorization beside --token-file', () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'headers');
      await writeFile(file, 'Authorization: Basic eA==');
      const base = ['walk', 'http://x/', '--link', '--headers-file', file];
      const clash = await runCommand([...base, '--out', file]);
      expect(clash.code).to.equal(2);
      expect(clash.stderr).to.include('cannot be the file of --out and the file of --headers-file at once');
      const two = await runCommand([...base, '--token-file', file]);
      expect(two.code).to.equal(2);
      expect(two.stderr).to.include('has an Authorization: leave out --token-env and --token-file');
    }));

  it('keeps nothing of the query string and the body in a bookmark, and refuses one of another request', () =>
    withDirectory(async (directory) => {
      const [out, resume] = [join(directory, 'out'), join(directory, 'place')];
      let count = 0;
      await withServer(
        (_, response) => {
          count += 1;
          response.statusCode = count === 2 ? 500 : 200;
          response.end(`{"data":[${count}],"next":${count < 3 ? count : null}}`);
        },
        async (url) => {
          const command = (query: string) =>
            runCommand([
              'walk',
              `${url}/?${query}`,
              '--body',
              '{"k":"b0dy-secret"}',
              '--cursor',
              'next',
              '--to',
              'c',
              '--attempts',
              '1',
              '--out',
              out,
              '--resume',
              resume,
            ]);
          expect((await command('key=qu3ry-secret')).code).to.equal(1);
          expect(await readFile(resume, 'utf8')).to.not.match(/qu3ry|b0dy/);
          const other = await command('key=other');
          expect(other.code).to.equal(2);
          expect(other.stderr).to.match(/query was .* and is /);
          expect((await command('key=qu3ry-secret')).code).to.equal(0);
        },
      );
      expect(await readFile(out, 'utf8')).to.equal('1\n3\n');
    }));

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
