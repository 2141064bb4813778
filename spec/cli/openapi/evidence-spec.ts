import { expect } from 'chai';
import { documentEvidence, listedItems } from '../../../src/cli/openapi/evidence';
import type { Operation } from '../../../src/cli/openapi/operations';
import type { View } from '../../../src/cli/openapi/View';
import {
  describing,
  documentOf,
  flag,
  listing,
  object,
  pagingOf,
  query,
  text,
  things,
  typed,
  whole,
} from './support/documents';

type More = Readonly<Record<string, unknown>>;

/** A GET whose response has these fields, or is a list, with these parameters; see `typed` for how they are written. */
const get = (fields: string, parameters = '', more: More = {}, headers: More = {}) => ({
  get: listing(
    fields === '' ? things : typed(fields),
    Object.entries(typed(parameters).properties).map(([name, schema]) =>
      query(name, schema as More),
    ),
    more,
    headers,
  ),
});
const says = (extension: string, words: unknown) => ({ [`x-${extension}`]: words });
const purpose = (one: string) => ({
  ...text,
  ...says('stainless-pagination-property', { purpose: one }),
});
const hint = (field: string) =>
  `the response has ${field}, and no parameter is known that asks for the next page with it`;
const carries = (name: string) => `it requires ${name}, which an endpoint cannot carry`;
const byCursor = "byCursor({ from: at('next_cursor'), to: query('cursor') })";
const page = 'guess: page is the number of the page';
const unsaid = `${page}, and it counts from 1, which the document does not say`;
const none = 'nothing says that it has pages: with --one-page it counts as one';
const links = { type: 'array', items: typed('relation url') };
const required = { required: true };

type Case = readonly [what: string, operation: More, written: string, path?: string];

const cases: Readonly<Record<string, ReadonlyArray<Case>>> = {
  strong: [
    [
      'a Link header',
      get('', 'page# per_page#', {}, { Link: { schema: text } }),
      "byLink(link('next'))",
    ],
    ['a link by its format', get('next~ results[]', 'page#'), "byLink(at('next'))"],
    ['a link by its name', get('next_page_uri items[]'), "byLink(at('next_page_uri'))"],
    ['a link inside of links', get('data[] links.next'), "byLink(at('links', 'next'))"],
    [
      'a link of HAL',
      get('_embedded.things[] _links.next.href'),
      "byLink(at('_links', 'next', 'href'))",
    ],
    [
      'a link in a list of links',
      { get: listing(object({ entry: things, link: links })) },
      "byLink(linkIn(at('link'), { rel: 'relation', href: 'url' }))",
    ],
    ['a cursor', get('items[] next_cursor', 'cursor'), byCursor],
    [
      'a cursor with more, in a holder',
      get('data[] meta.endCursor meta.hasNextPage?', 'after'),
      "byCursor({ from: at('meta', 'endCursor'), more: at('meta', 'hasNextPage'), to: query('after') })",
    ],
    [
      'a cursor in a body',
      {
        post: {
          ...get('items[] nextToken').get,
          requestBody: { content: { 'application/json': { schema: typed('nextToken') } } },
        },
      },
      "byCursor({ from: at('nextToken'), to: body('nextToken') })",
    ],
    [
      'the last id with more',
      get('data[] last_id has_more?', 'after_id'),
      "byLastItem({ from: at('id'), more: at('has_more'), to: query('after_id') })",
    ],
    [
      'starting_after with has_more',
      get('data[] has_more?', 'starting_after limit#'),
      "byLastItem({ from: at('id'), more: at('has_more'), to: query('starting_after') })",
    ],
    [
      'x-speakeasy-pagination',
      get(
        'a[] b[] pos',
        'c',
        says('speakeasy-pagination', {
          inputs: [{ name: 'c', type: 'cursor' }],
          outputs: { results: '$.a', nextCursor: '$.pos' },
        }),
      ),
      "byCursor({ from: at('pos'), to: query('c') })",
    ],
    [
      'x-fern-pagination',
      get('', 'page#', says('fern-pagination', { offset: '$request.page', results: '$response' })),
      "byPageNumber({ to: query('page') })",
    ],
    [
      'x-fern-pagination with a step',
      get(
        'data[]',
        'from# limit#',
        says('fern-pagination', {
          offset: '$request.from',
          results: '$response.data',
          step: '$request.limit',
        }),
      ),
      "byOffset({ to: query('from') })",
    ],
    [
      'x-stainless-pagination-property',
      {
        get: listing(object({ data: things, mark: purpose('next_cursor_field') }), [
          query('at', purpose('next_cursor_param')),
        ]),
      },
      "byCursor({ from: at('mark'), to: query('at') })",
    ],
    [
      'x-scalar-pagination',
      get(
        'data[]',
        'afterId',
        says('scalar-pagination', {
          request: { afterId: { type: 'cursorId' } },
          response: { data: { type: 'items', itemCursor: ['id'] } },
        }),
      ),
      "byLastItem({ from: at('id'), to: query('afterId') })",
    ],
    [
      'x-ms-pageable',
      get('value[] more', '', says('ms-pageable', { nextLinkName: 'more' })),
      "byLink(at('more'))",
    ],
    [
      'one page, by x-ms-pageable',
      get('value[]', '', says('ms-pageable', { nextLinkName: null })),
      'onePage()',
    ],
    [
      'one page, by x-scalar-pagination',
      get('', '', says('scalar-pagination', { type: 'fakePage' })),
      'onePage()',
    ],
  ],
  weak: [
    [
      'page numbers',
      get('', 'page# per_page#'),
      `${unsaid}; guess: nothing says which page is the last: the first empty one ends the walk; byPageNumber({ to: query('page') })`,
    ],
    [
      'page numbers beside a cursor that no response has',
      get('items[] total_pages#', 'page# cursor'),
      `${unsaid}; guess: it takes cursor, too; byPageNumber({ last: at('total_pages'), to: query('page') })`,
    ],
    [
      'pages from 0, whose number of pages is not the last',
      {
        get: listing(typed('items[] totalPages# totalElements#'), [
          query('page', { type: 'integer', default: 0 }),
        ]),
      },
      `${page}; byPageNumber({ total: at('totalElements'), to: query('page'), first: 0 })`,
    ],
    [
      'an offset with the total',
      {
        get: listing(typed('items[] total#'), [
          query('start', { type: 'integer', minimum: 0 }),
          query('limit', { type: 'integer' }),
        ]),
      },
      "guess: start is the number of items to skip; byOffset({ total: at('total'), to: query('start') })",
    ],
    [
      'x-fern-pagination without a step, whose numbers may be those of pages',
      get(
        'data[]',
        'from# limit#',
        says('fern-pagination', { offset: '$request.from', results: '$response.data' }),
      ),
      "guess: from is the number of items to skip: x-fern-pagination without step may mean pages; byOffset({ to: query('from') })",
    ],
    [
      'a cursor beside an offset',
      get('items[] next_cursor', 'cursor offset#'),
      `guess: it takes offset, too; the cursor was preferred; ${byCursor}`,
    ],
  ],
  'of a well-known service': [
    [
      'PagerDuty, whose total may be null beside a flag',
      {
        get: listing(
          object(
            {
              things,
              ...typed('offset# limit# more?').properties,
              total: { type: 'integer', nullable: true },
            },
            ['things', 'more', 'total'],
          ),
          [query('offset', whole), query('limit', whole)],
        ),
      },
      `guess: offset is the number of items to skip, and it counts from 0, which the document does not say; byOffset({ more: at('more'), to: query('offset') })`,
    ],
    [
      'SCIM, whose startIndex counts from 1',
      get('Resources[] totalResults# startIndex# itemsPerPage#', 'startIndex# count#'),
      "guess: startIndex is the number of items to skip; byOffset({ total: at('totalResults'), to: query('startIndex'), first: 1 })",
    ],
    [
      'DigitalOcean, whose links are alternatives',
      {
        get: listing(
          {
            allOf: [
              typed('things[]'),
              object({
                links: object({
                  pages: {
                    anyOf: [{ allOf: [typed('last'), typed('next')] }, typed('first prev'), {}],
                  },
                }),
              }),
              typed('meta.total#'),
            ],
          },
          [query('page', whole), query('per_page', whole)],
        ),
      },
      "byLink(at('links', 'pages', 'next'))",
    ],
    [
      'Spring, whose flag says which page is the last',
      get('content[] last? number#', 'page#'),
      `${unsaid}; byPageNumber({ last: at('last'), to: query('page') })`,
    ],
  ],
  'with what may be absent': [
    [
      'a total that may be null',
      {
        get: listing(
          object({ things, total: { type: ['integer', 'null'] } }, ['things', 'total']),
          [query('offset', { type: 'integer', default: 0 })],
        ),
      },
      "guess: offset is the number of items to skip; byOffset({ total: orElse(at('total'), null), to: query('offset') })",
    ],
    [
      'a flag that is not required',
      {
        get: listing(object({ items: things, next_cursor: text, has_more: flag }, ['items']), [
          query('cursor'),
        ]),
      },
      "byCursor({ from: at('next_cursor'), more: orElse(at('has_more'), false), to: query('cursor') })",
    ],
    [
      'the number of the last page in an object that is not required',
      {
        get: listing(object({ items: things, meta: typed('total_pages#') }, ['items']), [
          query('page', { type: 'integer', default: 1 }),
        ]),
      },
      `${page}; byPageNumber({ last: orElse(at('meta', 'total_pages'), null), to: query('page') })`,
    ],
  ],
  'not enough': [
    ['a list without signs of pages', get(''), none],
    ['a year to start from', get('', 'startYear#'), none],
    ['a range', get('', 'from# to# limit_to#'), none],
    ['a limit alone', get('', 'limit#'), 'limit alone does not say how to ask for the next page'],
    ['a page that is a text', get('items[] has_more?', 'page'), hint('has_more')],
    ['page beside offset', get('', 'page# offset#'), 'it takes both page and offset'],
    ['two lists', get('cats[] dogs[]'), 'it has several lists, and none is known to be the items'],
    [
      'a switch of the cursor',
      get('entries[] next_marker', 'marker usemarker?'),
      'usemarker changes how it is paged',
    ],
    [
      'a position in a stream',
      get('entries[] next_stream_position', 'stream_position'),
      hint('next_stream_position'),
    ],
    [
      'an extension that names nothing',
      get('', '', says('fern-pagination', { cursor: '$request.c' })),
      'its x-fern-pagination names nothing that leads to a next page',
    ],
    [
      'a required header',
      {
        ...get('items[] next_cursor', 'cursor'),
        parameters: [{ name: 'X-Account', in: 'header', schema: text, ...required }],
      },
      carries('X-Account (header)'),
    ],
    [
      'a required object in the query string',
      {
        ...get('items[] next_cursor', 'cursor'),
        parameters: [query('filter', typed('a'), required)],
      },
      carries('filter (query)'),
    ],
    [
      'a required body that is a list',
      {
        post: listing(typed('items[] next_cursor'), [query('cursor')], {
          requestBody: { content: { 'application/json': { schema: things } }, ...required },
        }),
      },
      'it requires a body that is neither a JSON object nor a plain form, which an endpoint cannot carry',
    ],
    [
      'a required body of another kind',
      {
        post: listing(typed('items[] next_cursor'), [query('cursor')], {
          requestBody: { content: { 'multipart/form-data': { schema: typed('a') } }, ...required },
        }),
      },
      'it requires a body that is neither a JSON object nor a plain form, which an endpoint cannot carry',
    ],
    [
      'a reference that leads nowhere',
      { ...get('items[] next_cursor', 'cursor'), parameters: [{ $ref: '#/nothing' }] },
      'it refers to openapi.json#/nothing, which cannot be read',
    ],
  ],
  'not a list': [
    ['one thing', get('id# name'), '0 lists'],
    ['one thing that has a list', get('id# tags[]'), '0 lists'],
    ['one thing by its path', get('tags[]'), '0 lists', '/things/{id}'],
    ['a POST with numbers only', { post: get('', 'page#').get }, '0 lists'],
    [
      'no JSON',
      { get: { responses: { 200: { content: { 'text/csv': { schema: things } } } } } },
      '0 lists',
    ],
  ],
};

describe('the evidence of pages in an OpenAPI document', () => {
  for (const [kind, ofKind] of Object.entries(cases)) {
    for (const [what, operation, written, path] of ofKind) {
      it(`is ${kind}: ${what}`, async () =>
        expect(await pagingOf(operation, path)).to.equal(written));
    }
  }

  it('takes a list without any sign of pages as one page if it is asked to, and no other', async () => {
    expect(await pagingOf(get(''), '/things', ['--one-page'])).to.equal('onePage()');
    for (const parameter of ['limit', 'after', 'before', 'page_token', 'page'])
      expect(await pagingOf(get('', `${parameter}#`), '/things', ['--one-page'])).to.not.include(
        'onePage',
      );
    const time = get('');
    const since = query('after', { type: 'string', format: 'date-time' });
    const dated = { get: { ...time.get, parameters: [since] } };
    expect(await pagingOf(dated, '/things', ['--one-page'])).to.equal('onePage()');
  });

  it('looks at each alternative of an item once, and at the names beside the items once', () => {
    const looks = { inner: 0, names: 0 };
    class Names extends Map<string, unknown> {
      override keys() {
        looks.names += 1;
        return super.keys();
      }
    }
    const view = (alternatives: ReadonlyArray<unknown>, own: ReadonlyArray<string> = []): View => ({
      types: new Set(own.length === 0 ? ['array'] : []),
      properties: new Names(own.map((name) => [name, view([])])),
      required: new Set(),
      items: undefined,
      words: {},
      alternatives,
      inner: (one) => {
        looks.inner += 1;
        return one === undefined ? view([], ['name']) : (one as View);
      },
    });
    const many = (make: () => View) => Array.from({ length: 30 }, make);
    const leaves = many(() => view([], ['id']));
    const middle = many(() => view(leaves));
    const item = view(many(() => view(middle)));
    const operation: Operation = {
      ...{ method: 'GET', path: '/', words: {}, parameters: [] },
      ...{ bodyAs: undefined, reply: undefined, missing: undefined },
    };
    const items = { path: [], item, beside: [] };
    const { itemHas } = documentEvidence(operation, view([]), items);
    expect([itemHas('id'), itemHas('name')]).to.deep.equal([true, false]);
    expect(looks.inner).to.be.within(1_000, 4_000);
    const root = view([], ['items', ...leaves.map((_, index) => `beside${index}`)]);
    expect(listedItems(root, operation)?.path).to.deep.equal(['items']);
    expect(looks.names).to.equal(1);
  });

  it('carries a list of what a reference names, and an object whose alternatives are references', async () => {
    const kind = { $ref: '#/components/schemas/Kind' };
    const range = { $ref: '#/components/schemas/Range' };
    const parameters = [
      query('cursor'),
      query('kinds', { type: 'array', items: kind }, { required: true }),
      query('at', { anyOf: [range, whole] }, { style: 'deepObject' }),
    ];
    const { stdout, stderr } = await describing(
      documentOf(
        { '/things': { get: listing(typed('items[] next_cursor'), parameters) } },
        {
          components: {
            schemas: { Kind: { type: 'string', enum: ['up', 'down'] }, Range: typed('gt lt') },
          },
        },
      ),
    );
    expect(stderr).to.include('1 described');
    expect(stdout)
      .to.include('kinds: t.array(Kind)')
      .and.to.match(/'at\[gt\]': .*\n.*'at\[lt\]': /);
  });

  it('knows a field whose schema is null, as YAML reads one that is empty', async () => {
    const schema = object({ items: things, next_cursor: null });
    expect(await pagingOf({ get: listing(schema, [query('cursor')]) })).to.equal(
      "byCursor({ from: at('next_cursor'), to: query('cursor') })",
    );
  });

  it('allows items to be absent where a schema does not require them, or says that they may be null', async () => {
    const written = async (schema: unknown): Promise<string | undefined> => {
      const path = { '/things': { get: listing(schema, [query('cursor')]) } };
      return /(?<=items: ).*(?=,)/.exec((await describing(documentOf(path))).stdout)?.[0];
    };
    const next = { next_cursor: text };
    const nullable = { ...things, nullable: true };
    expect(await written(object({ items: things, ...next }))).to.equal("orEmpty(at('items'))");
    expect(await written(object({ items: things, ...next }, ['items']))).to.equal("at('items')");
    expect(await written(object({ items: nullable, ...next }, ['items']))).to.equal(
      "orEmpty(at('items'))",
    );
    const inner = object({ data: object({ items: things }, ['items']), ...next }, ['data']);
    expect(await written(inner)).to.equal("at('data', 'items')");
  });
});
