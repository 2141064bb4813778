import { expect } from 'chai';
import type { ServiceOptions } from '../../../src/service';
import { startService } from '../../../src/service';
import { recognise } from '../../../src/cli/describe/recognise';
import { cost } from '../../support/cost';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';

/** The options that are printed for an answer. */
const optionsFor = (body: unknown, headers: Record<string, string> = {}, search = ''): string | undefined => {
  const names = new URLSearchParams(search);
  const query = new Map(Array.from(names.keys(), (name) => [name, names.getAll(name)]));
  return recognise({ body, headers, query }, () => true).options;
};

/** The words of a line as a shell reads them. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  Array.from(line.trim().matchAll(/'([^']*)'|(\S+)/g), ([, inner, word]) => inner ?? word ?? '');

const item = { id: 1 };

describe('what walk recognises in a first answer', () => {
  const known: ReadonlyArray<
    readonly [what: string, body: unknown, options: string, headers?: Record<string, string>, search?: string]
  > = [
    ['a Link header', [item], '--items . --link', { link: '<https://x/?page=2>; rel="next"' }],
    ['a next link', { results: [item], next: 'https://x/?page=2' }, '--items results --link next'],
    ['links of JSON:API', { data: [item], links: { next: '/a?p=2' } }, '--items data --link links.next'],
    [
      'links of HAL',
      { _embedded: { a: [item] }, _links: { next: { href: '?p=2' } } },
      '--items _embedded.a --link _links.next.href',
    ],
    ['OData', { value: [item], '@odata.nextLink': 'https://x/?$skip=2' }, '--items value --link /@odata.nextLink'],
    ['nextPageToken', { items: [item], nextPageToken: 't' }, '--items items --cursor nextPageToken --to pageToken'],
    [
      'next_cursor with has_more',
      { results: [item], next_cursor: 'c', has_more: true },
      '--items results --cursor next_cursor --to cursor --more has_more',
    ],
    [
      'the last page of it',
      { results: [item], next_cursor: null, has_more: false },
      '--items results --cursor next_cursor --to cursor --more has_more',
    ],
    [
      'Slack',
      { channels: [item], response_metadata: { next_cursor: 'c' } },
      '--items channels --cursor response_metadata.next_cursor --to cursor',
    ],
    [
      'Kubernetes',
      { items: [item], metadata: { continue: 'c' } },
      '--items items --cursor metadata.continue --to continue',
    ],
    [
      'DynamoDB',
      { Items: [item], LastEvaluatedKey: {} },
      '--items Items --cursor LastEvaluatedKey --to body:ExclusiveStartKey',
    ],
    [
      'CouchDB _find',
      { docs: [item], bookmark: 'b' },
      '--items docs --cursor bookmark --to body:bookmark --until-empty',
    ],
    [
      'a GraphQL connection',
      { data: { repos: { nodes: [item], pageInfo: { endCursor: 'c', hasNextPage: true } } } },
      '--items data.repos.nodes --cursor data.repos.pageInfo.endCursor --more data.repos.pageInfo.hasNextPage --to body:variables.after --errors errors',
    ],
    [
      'Elasticsearch',
      { hits: { total: { value: 9 }, hits: [{ sort: [1] }] } },
      '--items hits.hits --last-id sort --to body:search_after',
    ],
    ['Stripe', { data: [item], has_more: true }, '--items data --last-id id --to starting_after --more has_more'],
    ['total_pages', { data: [item], total_pages: 3 }, '--items data --page page --last total_pages'],
    ['X-Total-Pages', [item], '--items . --page page --last header:x-total-pages', { 'x-total-pages': '3' }],
    ['total', { items: [item], total: 9 }, '--items items --offset offset --total total'],
    ['X-Total-Count', [item], '--items . --offset offset --total header:x-total-count', { 'x-total-count': '9' }],
    [
      'MediaWiki',
      {
        continue: { gapcontinue: 'B', continue: 'gapcontinue||' },
        query: { pages: { 7: { title: 'A', revisions: [{}] } } },
      },
      "--items 'query.pages.*' --cursor continue --to 'query:*' --errors error",
    ],
    [
      'its last answer',
      { batchcomplete: '', query: { allpages: [item] } },
      "--items query.allpages --cursor continue --to 'query:*' --errors error",
    ],
    [
      'FHIR',
      {
        link: [
          { relation: 'self', url: 'x' },
          { relation: 'next', url: 'https://x/?p=2' },
        ],
        entry: [{ resource: {} }],
      },
      "--items entry --link 'link[relation=next].url'",
    ],
    [
      'OGC, the only page',
      { links: [{ rel: 'self', href: 'x' }], features: [item], numberMatched: 1 },
      "--items features --link 'links[rel=next].href'",
    ],
    [
      'a relative link of OData',
      { value: [item], '@odata.nextLink': 'Books?$skip=2' },
      '--items value --link /@odata.nextLink',
    ],
    ['next that is null', { count: 1, next: null, previous: null, results: [item] }, '--items results --link next'],
    ['links of JSON:API, the only page', { data: [item], links: { next: null } }, '--items data --link links.next'],
    [
      'HAL, the only page',
      { _embedded: { a: [item] }, _links: { self: { href: 'x' }, find: { href: 'y' } } },
      '--items _embedded.a --link _links.next.href',
    ],
    [
      'page and pages',
      { items: [item], page: 1, size: 1, total: 9, pages: 9 },
      '--items items --page page --last pages',
    ],
    ['page and total', { items: [item], page: 1, page_size: 1, total: 9 }, '--items items --page page --total total'],
    [
      'pages from 0',
      { content: [item], number: 0, last: false, totalPages: 3, totalElements: 3 },
      '--items content --page page --first 0 --last last',
    ],
    [
      'page in the address',
      { rows: [item], total: 9 },
      "--items rows --page 'page[number]' --total total",
      {},
      'page[number]=1&page[size]=1',
    ],
    [
      'skip in the address',
      { rows: [item], total: 9 },
      '--items rows --offset skip --total total',
      {},
      'skip=0&limit=1',
    ],
    ['Feathers', { total: 9, limit: 1, skip: 0, data: [item] }, "--items data --offset '$skip' --total total"],
    ['an offset of its own', { rows: [item], start: 0, total: 9 }, '--items rows --offset start --total total'],
    [
      'numbers of pages',
      { first: 1, prev: null, next: 2, last: 3, pages: 3, items: 3, data: [item] },
      '--items data --page _page --last pages',
      {},
      '_page=1&_per_page=1',
    ],
    ['from the middle on', { rows: [item], total: 9 }, '--items rows --offset skip --first 4', {}, 'skip=4'],
    ['a total in digits', { rows: [item], total: '9' }, '--items rows --offset offset --total total'],
    ['an envelope and items in a list', [{ page: 1, pages: 7 }, [item]], '--items 1 --page page --last 0.pages'],
    ['an envelope in a list', [{ data: [item], next: '/x' }], '--items 0.data --link 0.next'],
    ['a list of one item', [{ id: 1, next: '/x', name: 'a' }], '--items . --link', { link: '<?p=2>; rel=next' }],
    ['names with quotes', { "it's": [item], next: '/x' }, "--items 'it'\\''s' --link next"],
  ];
  for (const [what, body, options, headers, search] of known) {
    it(what, () => {
      expect(optionsFor(body, headers, search)).to.equal(options);
    });
  }

  it('never proposes the number of items on the page as that of all items, and says so', () => {
    for (const body of [
      { objects: [item], total: 1 },
      { objects: [item], total: 1, page: 1 },
    ]) {
      const { options, lines } = recognise({ body, headers: {} }, () => true);
      expect(options).not.to.include('--total');
      expect(lines.join()).to.include('total is the number of items in this answer');
    }
  });

  it('says that pages can be asked for at once exactly where they have numbers', () => {
    for (const [, body, options, headers = {}] of known) {
      const said = recognise({ body, headers }, () => true).lines.join();
      expect(said.includes('--ahead'), options).to.equal(/--(offset|page) /.test(options));
    }
  });

  it('marks every guess as one', () => {
    for (const [, body, options, headers = {}] of known) {
      const { lines } = recognise({ body, headers }, () => true);
      for (const guessed of [
        '--page page',
        '--offset offset',
        '--to cursor',
        '--to starting_after',
        '--to body:variables',
      ]) {
        if (options.includes(guessed)) expect(lines.join(), options).to.include('is a guess');
      }
    }
  });

  it('says that an answer has nothing to walk, or nothing that says how', () => {
    const linesFor = (body: unknown) => recognise({ body, headers: {} }, () => true).lines;
    expect(linesFor({ a: 1 })).to.deep.equal(['the first answer has no list of items: there is nothing to walk in it']);
    expect(linesFor([item])).to.deep.equal([
      'the first answer has 1 item as its whole body',
      'nothing in it says how to ask for the next page: look it up, and see pagewalk walk --help',
    ]);
  });

  it('looks at no more than it has to in an answer of any size', () => {
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, { deep: { er: {} } }]));
    const look = (): unknown => recognise({ body: wide, headers: { link: '<'.repeat(60_000) } }, () => true);
    // Ten times of what it takes: a pattern that goes back and forth in the header would take minutes.
    expect(cost(look)).to.be.below(1_000);
  });

  for (const scheme of ['link', 'cursor', 'offset', 'page', 'lastItem'] satisfies ReadonlyArray<
    ServiceOptions['scheme']
  >) {
    it(`prints options that walk the reference service by ${scheme}`, async () => {
      const objects = { badge: Array.from({ length: 12 }, (_, id) => ({ id: id + 1 })) };
      const { url, close } = await startService({ objects, maxPageSize: 5, scheme });
      try {
        const looked = await runCommand(['walk', `${url}/api/badge`]);
        expect(looked.code).to.equal(0);
        const walked = await runCommand(['walk', `${url}/api/badge`, ...wordsOf(looked.stdout)]);
        expect(walked.code).to.equal(0);
        expect(walked.stdout.trim().split('\n')).to.have.length(12);
      } finally {
        await close();
      }
    });
  }

  /** Services of twelve items in pages of five, each in a form of its own: what it asks for in which parameter. */
  const all = Array.from({ length: 12 }, (_, index) => ({ id: index + 1, name: `item ${index + 1}` }));
  type Shape = (items: ReadonlyArray<object>, next: number | undefined, page: number) => unknown;
  const shapes: ReadonlyArray<readonly [what: string, asked: string, shape: Shape, path?: string]> = [
    [
      'MediaWiki',
      'gapfrom',
      (items, next) => ({
        query: { pages: Object.fromEntries(items.map((one, index) => [String(index + 1), one])) },
        ...(next === undefined ? { batchcomplete: '' } : { continue: { gapfrom: next, continue: '-||' } }),
      }),
      '?action=query&format=json&list=pages',
    ],
    [
      'Django REST framework',
      'offset',
      (results, next) => ({ count: 12, next: next === undefined ? null : `?offset=${next}`, previous: null, results }),
    ],
    [
      'FHIR',
      'from',
      (entry, next) => ({
        link: [
          { relation: 'self', url: '?' },
          ...(next === undefined ? [] : [{ relation: 'next', url: `?from=${next}` }]),
        ],
        entry,
      }),
    ],
    [
      'OGC',
      'o',
      (features, next) => ({ features, links: next === undefined ? [] : [{ rel: 'next', href: `?o=${next}` }] }),
    ],
    [
      'OData',
      '$skip',
      (value, next) => ({ value, ...(next !== undefined && { '@odata.nextLink': `things?$skip=${next}` }) }),
    ],
    [
      'HAL',
      's',
      (a, next) => ({
        _embedded: { a },
        _links: { self: { href: '?' }, ...(next && { next: { href: `?s=${next}` } }) },
      }),
    ],
    ['pages with a total', 'page', (items, _, page) => ({ items, total: 12, page, page_size: 5 })],
    ['an envelope beside the items', 'page', (items, _, page) => [{ page, pages: 3, total: 12 }, items]],
    ['skip in the address', 'skip', (rows) => ({ rows, total: 12 }), '?skip=0&kind=rows&with=total'],
  ];
  for (const [what, asked, shape, search = ''] of shapes) {
    it(`prints options that walk ${what}`, async () => {
      await withServer(
        (request, response) => {
          const { searchParams } = new URL(request.url ?? '', 'http://h');
          const given = Number(searchParams.get(asked) ?? (asked === 'page' ? 1 : 0));
          const start = asked === 'page' ? (given - 1) * 5 : given;
          const next = start + 5 < all.length ? start + 5 : undefined;
          response.end(JSON.stringify(shape(all.slice(start, start + 5), next, given)));
        },
        async (url) => {
          const looked = await runCommand(['walk', `${url}/things${search}`]);
          expect(looked.code, looked.stderr).to.equal(0);
          const walked = await runCommand(['walk', `${url}/things${search}`, ...wordsOf(looked.stdout)]);
          expect(walked.code, walked.stderr).to.equal(0);
          expect(
            walked.stdout
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line) as unknown),
          ).to.deep.equal(all);
        },
      );
    });
  }

  it('prints the number that the address begins with', async () => {
    await withServer(
      (_, response) => response.end('{"rows":[{"id":1}],"total":90}'),
      async (url) => {
        const { stdout } = await runCommand(['walk', `${url}/things?page=20`]);
        expect(stdout).to.equal('--items rows --page page --first 20 --total total\n');
      },
    );
  });

  it('law 14: prints no options, and says why, where the path of the items has a value of the address in it', async () => {
    await withServer(
      (_, response) => response.end('{"s3cr3t":[{"id":1}],"next":"/b"}'),
      async (url) => {
        const { code, stdout, stderr } = await runCommand(['walk', `${url}/things?api_key=s3cr3t`]);
        expect(code).to.equal(1);
        expect(stdout).to.equal('');
        expect(stderr).to.include('a path that is not shown').and.not.include('s3cr3t');
      },
    );
  });

  it('law 32: says where the next page is, and fails, where the options look elsewhere', async () => {
    await withServer(
      (_, response) => response.end('{"results":[{"id":1}],"next":"?p=2"}'),
      async (url) => {
        const { code, stderr, stdout } = await runCommand(['walk', url, '--items', 'results', '--link', 'nxt']);
        expect(code).to.equal(1);
        expect(stdout).to.equal('{"id":1}\n');
        expect(stderr).to.match(
          /no page had anything at nxt, but the first answer has a link .* at next \(--link next\)/,
        );
      },
    );
    await withServer(
      (_, response) => response.end('{"query":{"allpages":[{"id":1}]},"continue":{"apcontinue":"B"}}'),
      async (url) => {
        const options = ['--items', 'query.allpages', '--cursor', 'continue.apcontinu', '--to', 'apcontinue'];
        const { code, stderr } = await runCommand(['walk', `${url}/?action=query`, ...options]);
        expect(code).to.equal(1);
        expect(stderr).to.include("(--cursor continue --to 'query:*' --errors error)");
      },
    );
    await withServer(
      (_, response) => response.end('{"data":[{"id":1}],"next":2,"pages":3}'),
      async (url) => {
        const { code, stderr } = await runCommand(['walk', url, '--cursor', 'nextt', '--to', 'page']);
        expect(code).to.equal(1);
        expect(stderr).to.include('the number of the last page at pages');
      },
    );
  });
  it('law 32: only says that no page had anything, where there may be one page', async () => {
    await withServer(
      (_, response) => response.end('{"results":[{"id":1}]}'),
      async (url) => {
        const { code, stderr } = await runCommand(['walk', url, '--items', 'results', '--link', 'next']);
        expect(code).to.equal(0);
        expect(stderr).to.include('no page had anything at next');
      },
    );
  });

  it('says that a service wants a user and a password, and sends them', async () => {
    await withServer(
      (request, response) => {
        if (request.headers.authorization === 'Basic YWRhOnMzY3JldA==')
          return response.end('{"data":[{"id":1}],"n":null}');
        response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' });
        return response.end(JSON.stringify({ message: `not ${String(request.headers.authorization)}, nor s3cret` }));
      },
      async (url) => {
        const scheme = ['--items', 'data', '--link', 'n'];
        const refused = await runCommand(['walk', url, ...scheme]);
        expect(refused.stderr).to.include('--auth basic:USER').and.not.include('bearer');
        const right = { env: { PAGEWALK_PASSWORD: 's3cret' } };
        expect(await runCommand(['walk', url, ...scheme, '--auth', 'basic:ada'], right)).to.include({ code: 0 });
        const wrong = await runCommand(['walk', url, ...scheme, '--auth', 'basic:eve'], right);
        expect(wrong.stderr)
          .to.include('the service refused the user')
          .and.not.match(/s3cret|ZXZl/);
        expect(await runCommand(['walk', url, ...scheme, '--auth', 'basic:ada'])).to.include({ code: 2 });
        expect(await runCommand(['walk', url, ...scheme, '--auth', 'basic:ada:s3cret'])).to.include({ code: 2 });
      },
    );
  });

  it('sends a form, and says what is wrong with it', async () => {
    await withServer(
      (request, response) => {
        let body = '';
        request.on('data', (chunk: Buffer) => (body += chunk.toString()));
        request.on('end', () => {
          const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
          response.end(JSON.stringify(isForm ? { data: [{ body }] } : { error: { info: 'no form' } }));
        });
      },
      async (url) => {
        const asked = ['walk', url, '--link', 'n', '--body', '{"a":["1","2"],"b":"c d"}', '--errors', 'error'];
        expect((await runCommand([...asked, '--form'])).stdout).to.equal('{"body":"a=1&a=2&b=c%20d"}\n');
        const { code, stderr } = await runCommand(asked);
        expect(code).to.equal(1);
        expect(stderr).to.include('200: no form');
      },
    );
  });

  it('says that http:// is missing', async () => {
    const { code, stderr } = await runCommand(['walk', 'localhost:8080/x']);
    expect(code).to.equal(2);
    expect(stderr).to.include('write http:// before it');
  });

  it('says why there is no first answer, and shows no secret', async () => {
    const refused = await withServer(
      (_, response) => {
        response.statusCode = 401;
        response.end('{"errorName":"no s3cret-key"}');
      },
      (url) => runCommand(['walk', `${url}/?key=1`], { env: { PAGEWALK_TOKEN: 's3cret-key' } }),
    );
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include('Unauthorized').and.not.include('s3cret');
    const html = await withServer(
      (_, response) => response.end('<html>'),
      (url) => runCommand(['walk', url]),
    );
    expect(html.code).to.equal(1);
    expect(html.stderr).to.match(/^pagewalk: InvalidEnvelope: .*not JSON/);
  });
});
