import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { concatMap, isObservable, lastValueFrom, take, toArray } from 'rxjs';
import { runCommand } from '../spec/cli/support/runCommand';
import {
  type Client,
  createClient,
  fetchTransport,
  type Page,
  Place,
  type Transport,
} from '../src/index';
import { type Api, apis, fieldOf, ids, pageSize, servers } from './apis';
import { otherApis, otherServers } from './others';
import { recipeApis, recipeServers } from './recipes';
import { isInstalled, type Started, startServer } from './startServer';

type Walked = Page<unknown>;
type Whole = Api & Required<Pick<Api, 'params' | 'idOf'>>;

/** The words of a line as a shell reads them. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, inner, word]) => inner ?? word ?? '');

/** The pages of a walk, each of which must be right. */
const pagesOf = (client: Client, api: Api, more: object = {}) =>
  client
    .pages(api.endpoint, { ...api.params, ...more })
    .pipe(
      concatMap((page) =>
        E.isRight(page) ? [page.right] : expect.fail(JSON.stringify(page.left)),
      ),
    );

const idsOf = (api: Whole, pages: ReadonlyArray<Walked>): ReadonlyArray<string> =>
  pages.flatMap(({ data }) =>
    data.map((item) => (E.isRight(item) ? api.idOf(item.right) : expect.fail())),
  );

/** What the client of an API sends beside JSON's own headers. */
const headersFor = async (api: Api): Promise<Readonly<Record<string, string>>> => {
  const request = { method: api.endpoint.method, url: '/', headers: {} };
  const given = api.auth?.current({ mayAsk: true, request }) ?? E.right({ headers: {} });
  const credential = isObservable(given) ? await lastValueFrom(given.pipe(take(1))) : given;
  return { ...api.endpoint.headers, ...(E.isRight(credential) ? credential.right.headers : {}) };
};

const debian = [
  ...['etcd-server', 'docker-registry', 'python3-djangorestframework'],
  ...[
    'mediawiki',
    'php-cli',
    'php-sqlite3',
    'wordpress',
    'php-mysql',
    'mariadb-server-core',
    'aria2',
  ],
];

/** Why a server is not there, in words that say what to do. */
const missing = (name: string): string =>
  `      ${name} is not installed: npm --prefix spec-real ci, or apt-get install ${debian.join(' ')}`;

for (const given of [...apis, ...recipeApis, ...otherApis]) {
  const api: Whole = { params: { pageSize }, idOf: fieldOf('id'), ...given };
  describe(api.name, () => {
    let started: Started | undefined;
    const running = (): Started => started ?? expect.fail('it was not started');

    before(async function () {
      const server =
        { ...servers, ...recipeServers, ...otherServers }[api.program] ??
        expect.fail('there is no such server');
      if (!isInstalled(server.program)) {
        process.stdout.write(`${missing(api.program)}\n`);
        this.skip();
      }
      started = await startServer(server.program);
      await server.fill?.(started);
    });
    after(() => started?.stop());

    const asking = () => {
      let requests = 0;
      const plain = fetchTransport({ baseURL: running().url });
      const transport: Transport = (request) => {
        requests += 1;
        return plain(request);
      };
      return {
        client: createClient({ transport, auth: api.auth, retry: false }),
        requests: () => requests,
      };
    };

    it('is read complete, each item once', async () => {
      const pages = await lastValueFrom(pagesOf(asking().client, api).pipe(toArray()));
      expect(pages.length).to.be.above(3);
      expect([...idsOf(api, pages)].sort()).to.deep.equal(ids);
    });

    it('asks for no page that take(n) does not need', async () => {
      const { client, requests } = asking();
      const objects = client.objects(api.endpoint, { ...api.params }).pipe(take(6), toArray());
      expect((await lastValueFrom(objects)).every(E.isRight)).to.equal(true);
      expect(requests()).to.equal(2);
    });

    it('goes on from a place that was kept as text', async () => {
      const begun = await lastValueFrom(pagesOf(asking().client, api).pipe(take(2), toArray()));
      const kept = Place.encode(begun.at(-1)?.place ?? expect.fail('there was no page'));
      const place = O.toUndefined(O.fromEither(Place.decode(kept)));
      const rest = await lastValueFrom(pagesOf(asking().client, api, { place }).pipe(toArray()));
      expect([...idsOf(api, [...begun, ...rest])].sort()).to.deep.equal(ids);
    });

    const { none } = api;
    if (none !== undefined) {
      it('law 26: is an empty list where the service has nothing and leaves out its list', async () => {
        const pages = pagesOf(asking().client, api, none).pipe(toArray());
        expect((await lastValueFrom(pages)).map(({ data }) => data)).to.deep.equal([[]]);
      });
    }

    /** What `pagewalk walk` writes. */
    const walkWith = async (search: string, options: string): Promise<string> => {
      const file = join(running().directory, 'headers');
      const sent = Object.entries(await headersFor(api)).map(
        ([name, value]) => `${name}: ${value}\n`,
      );
      await writeFile(file, sent.join(''));
      const address = running().url + api.endpoint.path + search;
      const posted = api.body === undefined ? [] : ['--body', JSON.stringify(api.body)];
      const given = [...wordsOf(options), ...posted, '--headers-file', file];
      const { code, stdout, stderr } = await runCommand(['walk', address, ...given]);
      expect(code, stderr).to.equal(0);
      return stdout.trim();
    };
    const idsIn = (written: string): ReadonlyArray<string> =>
      written.split('\n').map((line) => api.idOf(JSON.parse(line)));

    for (const options of api.options) {
      it(`is read by pagewalk walk ${options}`, async () => {
        expect([...idsIn(await walkWith(api.query ?? '', options))].sort()).to.deep.equal(ids);
      });
    }

    const { look } = api;
    if (look !== undefined) {
      it('is read by the options that pagewalk walk prints', async () => {
        const options = await walkWith(look, '');
        expect([...idsIn(await walkWith(look, options))].sort()).to.deep.equal(ids);
      });
    }

    const { refused } = api;
    if (refused !== undefined) {
      it('law 33: says what it refuses in its own words', async () => {
        const { endpoint = api.endpoint, params, message } = refused;
        const page = await lastValueFrom(asking().client.pages(endpoint, { ...params }));
        expect(E.isLeft(page) ? page.left : page).to.include({ message });
      });
    }

    const skipped = api.skips === undefined ? '' : ', and skips an item, as page numbers do';
    it(`survives a deletion in mid-walk${skipped}`, async () => {
      const pages = pagesOf(asking().client, api).pipe(
        concatMap(async (page) => {
          // One that has been read: where pages have numbers, what comes after it moves up.
          if (page.index === 0) await api.remove(running(), idsOf(api, [page])[0] ?? '');
          return page;
        }),
        toArray(),
      );
      const found = idsOf(api, await lastValueFrom(pages));
      // A feed of changes tells the deletion too, so that one comes twice.
      expect(new Set(found).size).to.equal(ids.length - (api.skips ?? 0));
      expect(ids).to.include.members([...found]);
    });
  });
}
