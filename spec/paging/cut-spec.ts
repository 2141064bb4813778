import { expect } from 'chai';
import { at, byCursor, byLink, link, query } from '../../src/paging';
import { token } from '../support/pages';
import { get, type Said, type Scheme, walkOver } from './support/walk';

const paging = byCursor({ from: at('next'), to: query('c') });

const cutOf = async (
  pages: ReadonlyArray<ReadonlyArray<unknown>>,
  others: object = {},
  params: object = {},
  scheme: Scheme = paging,
) => {
  const answers = pages.map((data, index): Said => ({
    data,
    ...(index < pages.length - 1 && { next: `${index}` }),
  }));
  const { doubt, end } = await walkOver(get(scheme, others), answers, params);
  expect(end).to.equal('last page');
  return doubt?.cut;
};

const list = [1, 2];

describe('law 47: lists that are cut off inside the objects', () => {
  const cases: ReadonlyArray<readonly [what: string, record: unknown, at: string]> = [
    [
      "GraphQL's connections",
      { comments: { nodes: list, pageInfo: { hasNextPage: true } } },
      'comments.pageInfo.hasNextPage',
    ],
    ['a flag beside the list', { files: list, has_more: true }, 'has_more'],
    ['in another spelling', { x: { files: list, isTruncated: true } }, 'x.isTruncated'],
    [
      'Salesforce',
      { Contacts: { totalSize: 3, done: false, records: list, nextRecordsUrl: '/q/1' } },
      'Contacts.done',
    ],
    [
      'a link to more records',
      { c: { records: list, nextRecordsUrl: '/q/1' } },
      'c.nextRecordsUrl',
    ],
    [
      'the Graph API',
      { comments: { data: list, paging: { next: 'https://h/x' } } },
      'comments.paging.next',
    ],
    ['OData', { Orders: list, 'Orders@odata.nextLink': 'https://h/x' }, 'Orders@odata.nextLink'],
    [
      'Jira',
      { fields: { comment: { comments: list, maxResults: 2, total: 3, startAt: 0 } } },
      'fields.comment.total',
    ],
    [
      'a total in an object beside the list',
      { comments: { data: list, pagination: { total: 3, limit: 2 } } },
      'comments.pagination.total',
    ],
  ];
  for (const [what, record, where] of cases) {
    it(`${what}: ${where}`, async () => {
      expect(await cutOf([[record, { id: 2 }], [record]])).to.deep.equal([
        { at: where, objects: 2 },
      ]);
    });
  }

  const whole: ReadonlyArray<readonly [what: string, record: unknown]> = [
    ['a flag that says no', { files: list, has_more: false }],
    ['done', { records: list, done: true }],
    ['a total of what is there', { list, total: 2, limit: 2 }],
    ['a total beside nothing', { list, total: 9 }],
    ['more, which may mean anything', { list, more: true }],
    ['truncated, which may be a text', { list, truncated: true }],
    ['a flag that is no boolean', { list, has_more: 1 }],
    ['a next that is in no paging', { list, next: 'x', links: { next: 'x' } }],
    ['a flag without a list', { has_more: true, meta: { hasNextPage: true } }],
    ['a list that lies deeper', { a: { b: { c: { list, has_more: true } } } }],
    ['what lies in a list', { a: [{ list, has_more: true }] }],
    ['a link of another list', { Orders: list, 'Items@odata.nextLink': 'x' }],
    ['a text', 'has_more'],
  ];
  for (const [what, record] of whole) {
    it(`says nothing of ${what}`, async () => {
      expect(await cutOf([[record]])).to.equal(undefined);
    });
  }

  it('of several flags of one list the first counts', async () => {
    const record = { c: { records: list, hasMore: false, done: false, nextRecordsUrl: 'x' } };
    expect(await cutOf([[record]])).to.equal(undefined);
  });
  it('the first page with items is what is looked at, and of it 100 records', async () => {
    const cut = { files: list, has_more: true };
    const hundred = Array.from({ length: 100 }, (_, id) => ({ id }));
    expect(await cutOf([[], [cut], [cut]])).to.deep.equal([{ at: 'has_more', objects: 2 }]);
    expect(await cutOf([[{ id: 1 }], [cut]])).to.equal(undefined);
    expect(await cutOf([[...hundred, cut]])).to.equal(undefined);
    expect(await cutOf([[...hundred.slice(1), cut, cut]])).to.deep.equal([
      { at: 'has_more', objects: 2 },
    ]);
  });
  it('keeps at most 16 places, and looks into no object of more than 1,000 fields', async () => {
    const wide = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`f${index}`, { list, has_more: true }]),
      );
    expect(await cutOf([[wide(20)]])).to.have.lengthOf(16);
    expect(await cutOf([[wide(1_001)]])).to.equal(undefined);
  });
  it('looks at the object of an item', async () => {
    const item = { node: { files: list, has_more: true } };
    expect(await cutOf([[item]], { records: at('node') })).to.deep.equal([
      { at: 'has_more', objects: 1 },
    ]);
  });
  it('is turned off by checkLists: false, and by checkEnd: false', async () => {
    const record = { files: list, has_more: true };
    expect(await cutOf([[record]], { checkLists: false })).to.equal(undefined);
    expect(await cutOf([[record]], { checkEnd: false })).to.equal(undefined);
    expect(() => get(paging, { checkLists: 'no' })).to.throw(TypeError, 'checkLists must be');
  });
  it('is said after a resume, too, and where the walk is left', async () => {
    const record = { files: list, has_more: true };
    expect(await cutOf([[record]], {}, { pageToken: token('"x"') })).to.deep.equal([
      { at: 'has_more', objects: 1 },
    ]);
  });
  it('of any scheme', async () => {
    expect(
      await cutOf([[{ files: list, has_more: true }]], {}, {}, byLink(link('next'))),
    ).to.have.lengthOf(1);
  });
});
