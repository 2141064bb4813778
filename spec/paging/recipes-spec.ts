import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { recipe } from './support/recipe';
import { walkOver } from './support/walk';

const graph = (nodes: ReadonlyArray<object>, hasNextPage: boolean) => ({
  data: { viewer: { repositories: { nodes, pageInfo: { endCursor: 'c', hasNextPage } } } },
});

/** Two answers as such a service sends them, and the second request. */
const recorded: ReadonlyArray<
  readonly [
    title: string,
    answers: ReadonlyArray<Record<string, unknown>>,
    second: string,
    params?: Readonly<Record<string, unknown>>,
  ]
> = [
  [
    'MediaWiki',
    [
      {
        continue: { gapcontinue: 'B', continue: 'gapcontinue||' },
        query: { pages: { 7: { pageid: 7, title: 'A' } } },
      },
      { batchcomplete: '', query: { pages: { 9: { pageid: 9, title: 'B' } } } },
    ],
    '/w/api.php?action=query&format=json&generator=allpages&prop=info&gapcontinue=B&continue=gapcontinue%7C%7C',
    { action: 'query', format: 'json', generator: 'allpages', prop: 'info' },
  ],
  [
    'WordPress',
    [
      { text: '[{"id":1}]', headers: { 'x-wp-totalpages': '2' } },
      { text: '[{"id":2}]', headers: { 'x-wp-totalpages': '2' } },
    ],
    '/wp-json/wp/v2/posts?per_page=1&page=2',
    { pageSize: 1 },
  ],
  [
    'Django REST framework',
    [
      { count: 2, next: 'https://h.example/api/notes/?page=2', previous: null, results: [{ id: 1 }] },
      { count: 2, next: null, previous: 'https://h.example/api/notes/', results: [{ id: 2 }] },
    ],
    '/notes/?page=2',
  ],
  [
    'JSON:API',
    [
      { data: [{ id: '1', type: 'a', attributes: { n: 1 } }], links: { next: '/api/articles?page%5Bnumber%5D=2' } },
      { data: [{ id: '2', type: 'a', attributes: { n: 2 } }], links: { next: null } },
    ],
    '/articles?page%5Bnumber%5D=2',
  ],
  [
    'OData',
    [{ value: [{ id: 1 }], '@odata.nextLink': 'People?$skiptoken=1' }, { value: [{ id: 2 }] }],
    '/odata/People?$skiptoken=1',
  ],
  [
    'FHIR',
    [
      { resourceType: 'Bundle', entry: [{ resource: { id: '1' } }], link: [{ relation: 'next', url: '?_getpages=x' }] },
      { resourceType: 'Bundle', entry: [{ resource: { id: '2' } }], link: [{ relation: 'self', url: '?' }] },
    ],
    '/Patient?_getpages=x',
  ],
  [
    'GraphQL connections',
    [graph([{ id: 1 }], true), graph([{ id: 2 }], false)],
    '/graphql',
    { query: 'query', variables: { a: 1 } },
  ],
  [
    'GitHub',
    [
      { text: '[{"id":1}]', headers: { link: '<https://h.example/api/repositories/7/issues?page=2>; rel="next"' } },
      { text: '[{"id":2}]' },
    ],
    '/repositories/7/issues?page=2',
    { owner: 'o', repo: 'r' },
  ],
  [
    'Stripe',
    [
      { object: 'list', data: [{ id: 'ch_1' }], has_more: true },
      { object: 'list', data: [{ id: 'ch_2' }], has_more: false },
    ],
    '/v1/charges?starting_after=ch_1',
  ],
  [
    'OGC API Features',
    [
      {
        features: [{ id: 1 }],
        links: [
          { rel: 'self', href: '?' },
          { rel: 'next', href: '?offset=1' },
        ],
      },
      { features: [{ id: 2 }], links: [] },
    ],
    '/collections/roads/items?offset=1',
    { collection: 'roads' },
  ],
  [
    'Feathers',
    [
      { total: 2, limit: 1, skip: 0, data: [{ id: 1 }] },
      { total: 2, limit: 1, skip: 1, data: [{ id: 2 }] },
    ],
    '/messages?%24skip=1',
  ],
];

describe('the recipes for other APIs walk what these services answer', () => {
  for (const [title, answers, second, params] of recorded) {
    it(title, async () => {
      const { came, end, urls } = await walkOver(recipe(title), answers, params);
      expect(end).to.equal('last page');
      expect(came.map(E.isRight)).to.deep.equal([true, true]);
      expect(urls[1]).to.equal(second);
    });
  }

  it('law 33: Slack says what it refuses in its own words', async () => {
    const { end } = await walkOver(recipe('Slack'), [{ ok: false, error: 'invalid_cursor' }]);
    expect(end).to.include('invalid_cursor');
  });
});
