import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { open, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstValueFrom, toArray } from 'rxjs';
import { createClient, type Endpoint, exactNumbers } from '../../../src';
import { memoryService, paged } from '../../../src/testing';
import { readApi } from '../../../src/cli/openapi/Api';
import { inDirectory } from '../../support/inDirectory';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import {
  describing,
  documentOf,
  flag,
  listing,
  object,
  query,
  text,
  thing,
  things,
  typed,
  whole,
} from './support/documents';
import { formats, loaded, rich } from './support/rich';

type AnyEndpoint = Endpoint<string, Record<never, never>, false, false, true>;

const value = {
  id: 12,
  parent: { id: 1, children: [{ id: 2, children: [] }] },
  kind: 'cat',
  lives: 9,
  any: [1, null],
  tags: { a: 'x' },
  state: null,
  both: { a: 'a', b: 1 },
  either: 'text',
  mixed: 5,
};

for (const as of formats) {
  describe(`a module of an OpenAPI document, as ${as}`, () => {
    it('walks what it describes, and reads its items', async () => {
      const { stdout, stderr, code } = await describing(rich, ['--as', as]);
      expect({ stderr, code }).to.deep.equal({
        stderr: 'pagewalk: 2 lists: 2 strong, 0 weak, 0 unclear, 0 none; 2 described\n',
        code: 0,
      });
      const { listNodes } = loaded(stdout) as Readonly<Record<string, AnyEndpoint>>;
      const values = [value, { ...value, id: 13 }, { ...value, lives: 'nine' }];
      const { transport, exchanges } = memoryService({
        routes: {
          'GET /nodes/{node_id}/nodes': paged(values, { size: 2, names: { cursor: 'cursor' } }),
        },
      });
      const sent: Array<string> = [];
      exchanges.subscribe(({ request }) => sent.push(request.url));
      const client = createClient({ transport, numbers: exactNumbers });
      const params = {
        node_id: 'a',
        labelField: 'x',
        sort: 'up',
        'since[gt]': 3,
        ids: ['1', '2'],
        csv: 'a,b',
        pageSize: 2,
      };
      const got = await firstValueFrom(
        client.objects(listNodes as Endpoint, params as never).pipe(toArray()),
      );
      expect(sent[0]).to.equal(
        '/nodes/a/nodes?sort=up&since%5Bgt%5D=3&label=x&ids=1&ids=2&csv=a%2Cb&limit=2',
      );
      expect(got.map(E.isRight)).to.deep.equal([true, true, false]);
      const { id } = (got[0] as unknown as E.Right<{ readonly id: unknown }>).right;
      expect(id).to.equal(as === 'io-ts' ? 12n : 12);
    });

    it('has names of its own for a chain of allOf, so that no name is made of all others', async () => {
      const ref = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
      const link = (_: unknown, index: number) => [
        `S${index}`,
        { allOf: [ref(index + 1), typed('id#')] },
      ];
      const schemas: object = {
        ...(Object.fromEntries(Array.from({ length: 40 }, link)) as object),
        S40: thing,
      };
      const page = object({ items: { type: 'array', items: ref(0) }, next_cursor: text });
      const { stdout } = await describing(
        documentOf(
          { '/a': { get: listing(page, [query('cursor')]) } },
          { components: { schemas } },
        ),
        ['--as', as],
      );
      expect(loaded(stdout)).to.include.keys('S0', 'S40', 'getA');
    });

    it('is the same text for the same document', async () => {
      const [one, other] = [
        await describing(rich, ['--as', as]),
        await describing(rich, ['--as', as]),
      ];
      expect(one.stdout).to.equal(other.stdout);
    });
  });
}

const cursorPage = object({ items: things, next_cursor: text });
const simple = listing(cursorPage, [query('cursor')]);

describe('describe', () => {
  for (const [what, document] of [
    ['JSON that is none', '{"openapi":'],
    ['YAML whose anchors go in a circle', 'openapi: 3.0.0\na: &a [*a]'],
  ] as const) {
    it(`exits with 2 for ${what}`, async () => {
      const { code, stdout, stderr } = await describing(document);
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
      expect(stderr).to.include('cannot read');
    });
  }

  it('with --try lets a response decide what is weak or unclear, with one GET for each and a credential', async () => {
    const asked: Array<string> = [];
    const page = object({ items: things });
    const document = documentOf({
      '/linked': { get: listing(page, [query('page', whole)]) },
      '/several': { get: listing(object({ cats: things, dogs: things }), [query('cursor')]) },
      '/switched': { get: listing(cursorPage, [query('cursor'), query('use_cursor', flag)]) },
      '/broken': { get: listing(page, [query('page', whole)]) },
      '/needs': {
        get: listing(page, [query('page', whole), query('q', text, { required: true })]),
      },
      '/sure': { get: simple },
    });
    await withServer(
      ({ url = '', headers }, response) => {
        asked.push(`${url} ${headers.authorization}`);
        response.setHeader('content-type', 'application/json');
        if (url === '/linked') response.setHeader('link', '</linked?page=2>; rel="next"');
        response.statusCode = url === '/broken' ? 503 : 200;
        const cats = Array.from({ length: 3 }, (_, id) => ({ id, name: 'x' }));
        response.end(
          JSON.stringify(
            url === '/several' ? { cats, dogs: [], next_cursor: 'c' } : { items: cats, total: 3 },
          ),
        );
      },
      async (url) => {
        const { stdout, stderr } = await describing(
          document,
          ['--try', url, '--token-env', 'T'],
          {},
          { T: 'secret' },
        );
        expect(asked.sort()).to.deep.equal(
          ['/broken', '/linked', '/several', '/switched'].map((path) => `${path} Bearer secret`),
        );
        expect(stdout).to.match(/path: '\/linked',\n.*\n {2}paging: byLink\(link\('next'\)\)/);
        expect(stdout).to.match(
          /path: '\/several',\n {2}items: at\('cats'\),\n(.*guess.*\n)*.*byCursor\(\{ from: at\('next_cursor'\), to: query\('cursor'\) \}\)/,
        );
        expect(stderr)
          .to.match(/GET \/broken: .*503/)
          .and.to.include('GET /switched is not described: use_cursor changes how it is paged');
      },
    );
  });

  it('reads files below the folder of the document, and none elsewhere', async () => {
    const document = documentOf({
      '/near': {
        get: listing(
          object({
            items: { type: 'array', items: { $ref: 'thing.json#/Thing' } },
            next_cursor: text,
          }),
          [query('cursor')],
        ),
      },
      '/far': { get: listing(cursorPage, [query('cursor'), { $ref: '../far.json#/P' }]) },
      '/web': {
        get: listing(cursorPage, [query('cursor'), { $ref: 'https://example.invalid/a.json#/P' }]),
      },
    });
    const { stdout, stderr } = await describing(document, [], {
      'thing.json': JSON.stringify({ Thing: { $ref: '#/Other' }, Other: thing }),
    });
    expect(stdout).to.include('export type Other = {\n  id: number;\n  name?: string;\n};');
    expect(stderr).to.include(
      'GET /far is not described: it refers to far.json#/P, which cannot be read',
    );
    expect(stderr).to.include(
      'GET /web is not described: it refers to a.json#/P, which cannot be read',
    );
    expect(stderr).to.include(
      '2 files cannot be read, such as a.json: what the document refers to there is unknown',
    );
  });

  it('cuts a long name between two letters, whatever their size', async () => {
    const operationId = `a${'\u{20000}'.repeat(60)}`;
    const { stdout } = await describing(
      documentOf({ '/things': { get: { ...simple, operationId } } }),
    );
    expect(stdout).to.include(`export const a${'\u{20000}'.repeat(49)} = endpoint(`);
  });

  it('writes the module to a file, which keeps its permissions, and says why where it cannot', () =>
    inDirectory(async (directory) => {
      const out = join(directory, 'api.ts');
      await writeFile(out, 'old', { mode: 0o600 });
      const document = documentOf({ '/things': { get: simple } });
      const [{ stdout }, written] = [
        await describing(document),
        await describing(document, ['-o', out]),
      ];
      expect(written).to.include({ code: 0, stdout: '' });
      expect(await readFile(out, 'utf8')).to.equal(stdout);
      expect((await stat(out)).mode & 0o777).to.equal(0o600);
      const { code, stderr } = await describing(document, ['-o', directory]);
      expect({ code, isSaid: stderr.includes('it is not a regular file') }).to.deep.equal({
        code: 2,
        isSaid: true,
      });
    }));

  it('replaces a file as a whole: who reads it has the old module or the new one, and a link leads to the new one', () =>
    inDirectory(async (directory) => {
      const [out, link] = [join(directory, 'api.ts'), join(directory, 'link.ts')];
      await writeFile(out, 'old');
      await symlink(out, link);
      const reader = await open(out);
      const document = documentOf({ '/things': { get: simple } });
      const { code } = await describing(document, ['-o', link]);
      const old = await reader.readFile('utf8');
      await reader.close();
      expect({ code, old }).to.deep.equal({ code: 0, old: 'old' });
      expect(await readlink(link)).to.equal(out);
      expect(await readFile(out, 'utf8')).to.include('export const getThings = endpoint(');
      expect((await readdir(directory)).sort()).to.deep.equal(['api.ts', 'link.ts']);
    }));

  it('says how to read YAML where the package is not installed', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'openapi.yaml');
      await writeFile(file, 'openapi: 3.0.0');
      const missing = () => Promise.reject(new Error('not found'));
      expect(await readApi(file, {}, missing)).to.deep.equal(
        E.left({
          exitCode: 2,
          message: `cannot read ${file}: it is YAML, which needs another package: npm install yaml; or convert it to JSON`,
        }),
      );
    }));

  it('asks the origin of a document for what is below its folder only, without a credential', async () => {
    const asked: Array<string> = [];
    const refs = [
      'part.json#/P',
      '/other/part.json#/P',
      '../part.json#/P',
      'https://example.invalid/docs/x.json#/P',
    ];
    const document = documentOf({
      '/things': { get: listing(cursorPage, [query('cursor'), ...refs.map(($ref) => ({ $ref }))]) },
    });
    await withServer(
      ({ url = '', headers }, response) => {
        asked.push(`${url} ${headers.authorization}`);
        response.end(
          JSON.stringify(url === '/docs/openapi.json?key=hidden' ? document : { P: query('q') }),
        );
      },
      async (url) => {
        const { stderr } = await runCommand(['describe', `${url}/docs/openapi.json?key=hidden`], {
          env: { PAGEWALK_TOKEN: 'secret' },
        });
        expect(asked).to.deep.equal([
          '/docs/openapi.json?key=hidden undefined',
          '/docs/part.json undefined',
        ]);
        expect(stderr).not.to.include('hidden');
      },
    );
  });

  it('asks for a thousand files at most, also where none of them is there', async () => {
    let asked = 0;
    const parameters = Array.from({ length: 1_100 }, (_, index) => ({ $ref: `f${index}.json#/P` }));
    const document = documentOf({ '/things': { get: listing(cursorPage, parameters) } });
    await withServer(
      ({ url = '' }, response) => {
        asked += 1;
        response.statusCode = url === '/openapi.json' ? 200 : 404;
        response.end(JSON.stringify(document));
      },
      async (url) => {
        const { stderr } = await runCommand(['describe', `${url}/openapi.json`]);
        expect(stderr).to.include('1,100 files cannot be read');
      },
    );
    expect(asked).to.equal(1_000);
  });
});
