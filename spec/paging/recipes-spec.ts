import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { recipe } from './support/recipe';
import { walkOver } from './support/walk';

const graph = (nodes: ReadonlyArray<object>, hasNextPage: boolean) => ({
  data: { viewer: { repositories: { nodes, pageInfo: { endCursor: 'c', hasNextPage } } } },
});

/**
 * Two answers as such a service sends them, and the second request. Those of GitHub, Stripe, FHIR and OData's links have the form of
 * the examples in their documentation (docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api,
 * docs.stripe.com/api/pagination, hl7.org/fhir/R4/bundle-example.json.html, learn.microsoft.com/odata/webapi-8, "server-driven
 * paging"), since none of these services can be installed. `npm run spec:real` walks servers for the others.
 */
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
    [
      {
        '@odata.context': 'https://h.example/api/odata/$metadata#People',
        value: [{ Id: 1, Name: 'Product 1' }],
        '@odata.nextLink': 'https://h.example/api/odata/People?$skiptoken=foobar',
      },
      { '@odata.context': 'https://h.example/api/odata/$metadata#People', value: [{ Id: 2, Name: 'Product 2' }] },
    ],
    '/odata/People?$skiptoken=foobar',
  ],
  [
    'FHIR',
    [
      {
        resourceType: 'Bundle',
        id: 'bundle-example',
        meta: { lastUpdated: '2014-08-18T01:43:30Z' },
        type: 'searchset',
        total: 2,
        link: [
          { relation: 'self', url: 'https://h.example/api/Patient?_count=1' },
          {
            relation: 'next',
            url: 'https://h.example/api/Patient?searchId=ff15fd40-ff71-4b48-b366-09c706bed9d0&page=2',
          },
        ],
        entry: [
          {
            fullUrl: 'https://h.example/api/Patient/3123',
            resource: { resourceType: 'Patient', id: '3123' },
            search: { mode: 'match', score: 1 },
          },
        ],
      },
      {
        resourceType: 'Bundle',
        type: 'searchset',
        total: 2,
        link: [{ relation: 'self', url: 'https://h.example/api/Patient?_count=1&page=2' }],
        entry: [{ resource: { resourceType: 'Patient', id: '3124' }, search: { mode: 'match' } }],
      },
    ],
    '/Patient?searchId=ff15fd40-ff71-4b48-b366-09c706bed9d0&page=2',
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
      {
        text: '[{"id":1,"node_id":"MDU6SXNzdWUx","number":1347,"state":"open","title":"Found a bug"}]',
        headers: {
          link: '<https://h.example/api/repositories/1300192/issues?page=2>; rel="next", <https://h.example/api/repositories/1300192/issues?page=2>; rel="last"',
        },
      },
      {
        text: '[{"id":2,"node_id":"MDU6SXNzdWUy","number":1348,"state":"open","title":"Found another"}]',
        headers: {
          link: '<https://h.example/api/repositories/1300192/issues?page=1>; rel="prev", <https://h.example/api/repositories/1300192/issues?page=1>; rel="first"',
        },
      },
    ],
    '/repositories/1300192/issues?page=2',
    { owner: 'octocat', repo: 'Spoon-Knife' },
  ],
  [
    'Stripe',
    [
      { object: 'list', url: '/v1/charges', has_more: true, data: [{ id: 'ch_005', object: 'charge', amount: 1099 }] },
      { object: 'list', url: '/v1/charges', has_more: false, data: [{ id: 'ch_004', object: 'charge', amount: 2000 }] },
    ],
    '/v1/charges?starting_after=ch_005',
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
