import { expect } from 'chai';
import type { ServiceOptions } from '../../../src/service';
import { startService } from '../../../src/service';
import { recognise } from '../../../src/cli/describe/recognise';
import { cost } from '../../support/cost';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';

/** The words of a line as a shell reads them. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  Array.from(line.trim().matchAll(/'([^']*)'|(\S+)/g), ([, inner, word]) => inner ?? word ?? '');

describe('what walk recognises in a first answer', () => {
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
});
