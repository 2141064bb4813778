import { expect } from 'chai';
import { flag, listing, object, pagingOf, query, text, thing, things, whole } from './support/documents';

const cursorPage = object({ items: things, next_cursor: text });
const paged = [query('page', whole), query('per_page', whole)];
const purpose = (one: string) => ({ 'x-stainless-pagination-property': { purpose: one } });
const uri = { type: 'string', format: 'uri' };
const is = 'is not described: ';
const hint = (field: string) =>
  `${is}the response has ${field}, and no parameter is known that asks for the next page with it`;
const byCursor = "paging: byCursor({ from: at('next_cursor'), to: query('cursor') })";

type Case = readonly [what: string, operation: Parameters<typeof pagingOf>[0], written: string, path?: string];

const strong: ReadonlyArray<Case> = [
  ['a Link header', { get: listing(things, paged, {}, { Link: { schema: text } }) }, "paging: byLink(link('next'))"],
  [
    'a link by its format',
    { get: listing(object({ next: uri, results: things }), paged) },
    "paging: byLink(at('next'))",
  ],
  [
    'a link by its name',
    { get: listing(object({ next_page_uri: text, items: things })) },
    "paging: byLink(at('next_page_uri'))",
  ],
  [
    'a link inside of links',
    { get: listing(object({ data: things, links: object({ next: text }) })) },
    "paging: byLink(at('links', 'next'))",
  ],
  [
    'a link of HAL',
    { get: listing(object({ _embedded: object({ things }), _links: object({ next: object({ href: text }) }) })) },
    "paging: byLink(at('_links', 'next', 'href'))",
  ],
  [
    'a link in a list of links',
    { get: listing(object({ entry: things, link: { type: 'array', items: object({ relation: text, url: text }) } })) },
    "paging: byLink(linkIn(at('link'), { rel: 'relation', href: 'url' }))",
  ],
  ['a cursor', { get: listing(cursorPage, [query('cursor')]) }, byCursor],
  [
    'a cursor with more, in a holder',
    { get: listing(object({ data: things, meta: object({ endCursor: text, hasNextPage: flag }) }), [query('after')]) },
    "paging: byCursor({ from: at('meta', 'endCursor'), more: at('meta', 'hasNextPage'), to: query('after') })",
  ],
  [
    'a cursor in a body',
    {
      post: listing(object({ items: things, nextToken: text }), [], {
        requestBody: { content: { 'application/json': { schema: object({ nextToken: text }) } } },
      }),
    },
    "paging: byCursor({ from: at('nextToken'), to: body('nextToken') })",
  ],
  [
    'the last id with more',
    { get: listing(object({ data: things, last_id: text, has_more: flag }), [query('after_id')]) },
    "paging: byCursor({ from: at('last_id'), more: at('has_more'), to: query('after_id') })",
  ],
  [
    'starting_after with has_more',
    { get: listing(object({ data: things, has_more: flag }), [query('starting_after'), query('limit', whole)]) },
    "paging: byLastItem({ from: at('id'), more: at('has_more'), to: query('starting_after') })",
  ],
  [
    'x-speakeasy-pagination',
    {
      get: listing(object({ a: things, b: things, pos: text }), [query('c')], {
        'x-speakeasy-pagination': {
          type: 'cursor',
          inputs: [{ name: 'c', in: 'parameters', type: 'cursor' }],
          outputs: { results: '$.a', nextCursor: '$.pos' },
        },
      }),
    },
    "paging: byCursor({ from: at('pos'), to: query('c') })",
  ],
  [
    'x-fern-pagination',
    { get: listing(things, paged, { 'x-fern-pagination': { offset: '$request.page', results: '$response' } }) },
    "paging: byPageNumber({ to: query('page') })",
  ],
  [
    'x-stainless-pagination-property',
    {
      get: listing(object({ data: things, mark: { ...text, ...purpose('next_cursor_field') } }), [
        query('from_mark', { ...text, ...purpose('next_cursor_param') }),
      ]),
    },
    "paging: byCursor({ from: at('mark'), to: query('from_mark') })",
  ],
  [
    'x-scalar-pagination',
    {
      get: listing(object({ data: things }), [query('afterId')], {
        'x-scalar-pagination': {
          type: 'cursorId',
          request: { afterId: { type: 'cursorId' } },
          response: { data: { type: 'items', itemCursor: ['id'] } },
        },
      }),
    },
    "paging: byLastItem({ from: at('id'), to: query('afterId') })",
  ],
  [
    'x-ms-pageable',
    { get: listing(object({ value: things }), [], { 'x-ms-pageable': { nextLinkName: 'more' } }) },
    "paging: byLink(at('more'))",
  ],
  [
    'one page, as x-ms-pageable says it',
    { get: listing(object({ value: things }), [], { 'x-ms-pageable': { nextLinkName: null } }) },
    'paging: onePage()',
  ],
  [
    'one page, as x-scalar-pagination says it',
    { get: listing(things, [], { 'x-scalar-pagination': { type: 'fakePage', response: {} } }) },
    'paging: onePage()',
  ],
];

const counts = '// guess: page is the number of the page, and it counts from 1, which the document does not say\n  ';
const unended = '// guess: nothing says which page is the last: the first empty one ends the walk\n  ';

const weak: ReadonlyArray<Case> = [
  ['page numbers', { get: listing(things, paged) }, `${counts}${unended}paging: byPageNumber({ to: query('page') })`],
  [
    'pages from 1 with the last',
    { get: listing(object({ items: things, total_pages: whole }), [query('page', { ...whole, minimum: 1 })]) },
    "// guess: page is the number of the page\n  paging: byPageNumber({ last: at('total_pages'), to: query('page') })",
  ],
  [
    'pages from 0, whose number of pages is not the last',
    {
      get: listing(object({ items: things, totalPages: whole, totalElements: whole }), [
        query('page', { ...whole, default: 0 }),
      ]),
    },
    "// guess: page is the number of the page\n  paging: byPageNumber({ total: at('totalElements'), to: query('page'), first: 0 })",
  ],
  [
    'an offset with the total',
    {
      get: listing(object({ items: things, total: whole }), [
        query('start', { ...whole, default: 0 }),
        query('limit', whole),
      ]),
    },
    "// guess: start is the number of items to skip\n  paging: byOffset({ total: at('total'), to: query('start') })",
  ],
  [
    'a cursor beside an offset',
    { get: listing(cursorPage, [query('cursor'), query('offset', whole)]) },
    `// guess: it takes offset, too; the cursor was preferred\n  ${byCursor}`,
  ],
];

const none = `${is}nothing says that it has pages: --one-page takes it as one`;

const unclear: ReadonlyArray<Case> = [
  ['a list without signs of pages', { get: listing(things) }, none],
  ['a year to start from', { get: listing(things, [query('startYear', whole)]) }, none],
  ['a range', { get: listing(things, [query('from', whole), query('to', whole)]) }, none],
  [
    'a limit alone',
    { get: listing(things, [query('limit', whole)]) },
    `${is}limit alone does not say how to ask for the next page`,
  ],
  [
    'a page that is a text',
    { get: listing(object({ items: things, has_more: flag }), [query('page')]) },
    hint('has_more'),
  ],
  [
    'page beside offset',
    { get: listing(things, [...paged, query('offset', whole)]) },
    `${is}it takes both page and offset`,
  ],
  [
    'two lists',
    { get: listing(object({ cats: things, dogs: things })) },
    `${is}it has several lists, and none is known to be the items`,
  ],
  [
    'a switch of the cursor',
    { get: listing(object({ entries: things, next_marker: text }), [query('marker'), query('usemarker', flag)]) },
    `${is}usemarker changes how it is paged`,
  ],
  [
    'a position in a stream of events',
    { get: listing(object({ entries: things, next_stream_position: text }), [query('stream_position')]) },
    hint('next_stream_position'),
  ],
  [
    'an extension that names nothing',
    { get: listing(things, [], { 'x-fern-pagination': { cursor: '$request.c' } }) },
    `${is}its x-fern-pagination names nothing that leads to a next page`,
  ],
  [
    'a required header',
    { get: listing(cursorPage, [query('cursor'), { name: 'X-Account', in: 'header', required: true, schema: text }]) },
    `${is}it requires X-Account (header), which an endpoint cannot carry`,
  ],
  [
    'a required object in the query string',
    { get: listing(cursorPage, [query('cursor'), query('filter', object({ a: text }), { required: true })]) },
    `${is}it requires filter (query), which an endpoint cannot carry`,
  ],
  [
    'a reference that leads nowhere',
    { get: listing(cursorPage, [query('cursor'), { $ref: '#/nothing' }]) },
    `${is}it refers to openapi.json#/nothing, which cannot be read`,
  ],
];

const others: ReadonlyArray<Case> = [
  ['one thing', { get: listing(thing) }, '0 lists'],
  ['one thing that has a list', { get: listing(object({ id: whole, tags: things })) }, '0 lists'],
  ['one thing by its path', { get: listing(object({ tags: things })) }, '0 lists', '/things/{id}'],
  ['a POST with numbers only', { post: listing(things, paged) }, '0 lists'],
  [
    'a list that is no JSON',
    { get: { responses: { 200: { content: { 'text/csv': { schema: things } } } } } },
    '0 lists',
  ],
];

describe('the evidence of pages in an OpenAPI document', () => {
  for (const [kind, cases] of Object.entries({ strong, weak, unclear, 'not a list': others })) {
    for (const [what, operation, written, path] of cases) {
      it(`is ${kind}: ${what}`, async () => expect(await pagingOf(operation, path)).to.equal(written));
    }
  }

  it('takes a list without any sign of pages as one page if it is asked to, and no other', async () => {
    expect(await pagingOf({ get: listing(things) }, '/things', ['--one-page'])).to.equal('paging: onePage()');
    expect(await pagingOf({ get: listing(things, [query('limit', whole)]) }, '/things', ['--one-page'])).to.include(
      'limit alone',
    );
  });
});
