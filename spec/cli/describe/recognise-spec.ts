import { expect } from 'chai';
import type { ServiceOptions } from '../../../src/service';
import { startService } from '../../../src/service';
import { recognise } from '../../../src/cli/describe/recognise';
import { cost } from '../../support/cost';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';

const plain = (text: string): string => text;

/** The options that are printed for an answer. */
const optionsFor = (body: unknown, headers: Record<string, string> = {}): string =>
  (recognise({ body, headers }, plain)[1] ?? '').replace('these options would walk it: ', '');

const item = { id: 1 };

describe('what walk recognises in a first answer', () => {
  const known: ReadonlyArray<
    readonly [what: string, body: unknown, options: string, headers?: Record<string, string>]
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
      '--items data.repos.nodes --cursor data.repos.pageInfo.endCursor --more data.repos.pageInfo.hasNextPage --to body:variables.after',
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
    ['names with quotes', { "it's": [item], next: '/x' }, "--items 'it'\\''s' --link next"],
  ];
  for (const [what, body, options, headers] of known) {
    it(what, () => {
      expect(optionsFor(body, headers)).to.equal(options);
    });
  }

  it('says that an answer has nothing to walk, or nothing that says how', () => {
    expect(recognise({ body: { a: 1 }, headers: {} }, plain)).to.deep.equal([
      'the first answer has no array: there is nothing to walk in it',
    ]);
    expect(recognise({ body: [item], headers: {} }, plain)).to.deep.equal([
      'the first answer has 1 item as its whole body',
      'nothing in it says how to ask for the next page: look it up, and see pagewalk walk --help',
    ]);
  });

  it('looks at no more than it has to in an answer of any size', () => {
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, { deep: { er: {} } }]));
    const look = (): unknown => recognise({ body: wide, headers: { link: '<'.repeat(60_000) } }, plain);
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
        expect({ code: looked.code, stdout: looked.stdout }).to.deep.equal({ code: 2, stdout: '' });
        const [, options = ''] = /these options would walk it: (.*)\n/.exec(looked.stderr) ?? [];
        const walked = await runCommand(['walk', `${url}/api/badge`, ...options.split(' ')]);
        expect(walked.code).to.equal(0);
        expect(walked.stdout.trim().split('\n')).to.have.length(12);
      } finally {
        await close();
      }
    });
  }

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
