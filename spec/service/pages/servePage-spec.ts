import { expect } from 'chai';
import fc from 'fast-check';
import type { ServiceOptions } from '../../../src/service/index';
import { listOf, searchOf, walked } from '../support/library';
import {
  ask,
  idsIn,
  listPages,
  listUrl,
  objectsIn,
  searchInit,
  searchPages,
  searchUrl,
  walk,
} from '../support/plain';
import type { Answer } from '../support/plain';
import { ids, things, withThings } from '../support/things';
import { withDoors as withService } from '../support/withDoors';

const sizes = (answers: ReadonlyArray<Answer>): ReadonlyArray<number> =>
  answers.map(({ body }) => body.data.length);

const lastOf = <T>(items: ReadonlyArray<T>): T => items[items.length - 1] as T;

describe('list (seed 4.2, revision 1.0)', () => {
  it('hands out every object, page by page, as records with properties', () =>
    withService({ ...withThings(5), maxPageSize: 2 }, async (service) => {
      const answers = await walk(listPages(service));
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      expect(answers.map(({ body }) => body.data)).to.deep.equal([
        [{ properties: { id: 1 } }, { properties: { id: 2 } }],
        [{ properties: { id: 3 } }, { properties: { id: 4 } }],
        [{ properties: { id: 5 } }],
      ]);
      expect(answers[0]?.headers.get('content-type')).to.equal('application/json');
    }));

  it('answers for a type without objects with one empty page', () =>
    withService({ objects: { thing: [] } }, async (service) => {
      const [only, ...others] = await walk(listPages(service));
      expect(only?.body).to.deep.equal({ data: [], nextPageToken: null });
      expect(others).to.deep.equal([]);
    }));

  it('the second level has the objects that name their parent, and 404 for a parent that is gone', async () => {
    const book = ['a', 2, 'a', '2', 'a'].map((shelf, index) => ({ id: index + 1, shelf }));
    const objects = { shelf: [{ id: 'a' }, { id: 2 }, { id: 'b/c' }], book };
    await withService({ objects, maxPageSize: 2 }, async (service) => {
      const table: ReadonlyArray<readonly [path: string, ...pages: ReadonlyArray<unknown>]> = [
        ['shelf/a/book', [1, 3], [5]],
        ['shelf/2/book', [2]],
        ['shelf/b%2Fc/book', []],
        ['shelf/z/book', 'ObjectNotFound'],
        ['rack/a/book', 'ObjectNotFound'],
        ['shelf/a/film', 'ObjectTypeNotFound'],
      ];
      for (const [path, ...pages] of table) {
        const answers = await walk((pageToken) =>
          ask(listUrl(service, pageToken ? { pageToken } : {}, path)),
        );
        expect(answers.map((answer) => answer.body.errorName ?? idsIn(answer))).to.deep.equal(
          pages,
        );
      }
    });
  });

  const pageSizes: ReadonlyArray<
    readonly [what: string, options: ServiceOptions, asked: string, sizes: Array<number>]
  > = [
    ['is taken below the maximum', { maxPageSize: 4 }, '3', [3, 3, 3, 1]],
    ['is reduced to the maximum', { maxPageSize: 4 }, '5', [4, 4, 2]],
    ['is reduced to the maximum, however large', { maxPageSize: 4 }, '9'.repeat(400), [4, 4, 2]],
    ['may be exceeded', { maxPageSize: 4, pageSizeDrift: 2 }, '3', [5, 5]],
    ['may be exceeded at the maximum', { maxPageSize: 4, pageSizeDrift: 2 }, '4', [6, 4]],
    ['may be fallen short of', { maxPageSize: 4, pageSizeDrift: -1 }, '4', [3, 3, 3, 1]],
    [
      'never makes a page empty',
      { maxPageSize: 4, pageSizeDrift: -3 },
      '1',
      [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    ],
  ];
  for (const [what, options, asked, expected] of pageSizes) {
    it(`the page size ${what}`, () =>
      withService({ ...withThings(10), ...options }, async (service) => {
        const answers = await walk(listPages(service, { pageSize: asked }));
        expect(sizes(answers)).to.deep.equal(expected);
        expect(objectsIn(answers)).to.deep.equal(things(10));
      }));
  }

  const marks = [
    ['null', [null, null]],
    ['absent', [undefined, undefined]],
    ['mixed', [null, undefined]],
  ] as const;
  for (const [lastPage, expected] of marks) {
    it(`marks last pages as ${lastPage}`, () =>
      withService({ ...withThings(3), maxPageSize: 2, lastPage }, async (service) => {
        for (const mark of expected) {
          const { body } = lastOf(await walk(listPages(service)));
          expect(body).to.deep.equal(
            mark === undefined ? { data: body.data } : { data: body.data, nextPageToken: mark },
          );
        }
        expect((await walked(listOf(service))).errors).to.deep.equal([]);
      }));
  }

  it('says how many objects there are in each page where it is told to, and otherwise does not', async () => {
    await withService({ ...withThings(5), maxPageSize: 2, totalCount: true }, async (service) => {
      const counts = (answers: ReadonlyArray<Answer>) =>
        answers.map(({ body }) => 'totalCount' in body && body.totalCount);
      expect(counts(await walk(listPages(service)))).to.deep.equal([5, 5, 5]);
      expect(
        counts(await walk(searchPages(service, { type: 'lte', field: 'id', value: 3 }))),
      ).to.deep.equal([3, 3]);
      expect((await walked(listOf(service))).errors).to.deep.equal([]);
    });
    await withService(withThings(1), async (service) => {
      expect(lastOf(await walk(listPages(service))).body).to.not.have.property('totalCount');
    });
  });

  it('any objects, cut by any sizes, come to a plain client as they are', async () => {
    const anyService = fc.record({
      objects: fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 12 }),
      maxPageSize: fc.integer({ min: 1, max: 8 }),
      drift: fc.integer({ min: -8, max: 8 }),
      pageSize: fc.option(fc.integer({ min: 1, max: 12 })),
      snapshot: fc.constantFrom('true', 'false'),
    });
    await fc.assert(
      fc.asyncProperty(anyService, async ({ objects, maxPageSize, drift, pageSize, snapshot }) => {
        const pageSizeDrift = Math.max(drift, 1 - maxPageSize);
        await withService(
          { objects: { thing: objects }, maxPageSize, pageSizeDrift },
          async (service) => {
            const query = { snapshot, ...(pageSize !== null && { pageSize: String(pageSize) }) };
            const lists = await walk(listPages(service, query));
            const searches = await walk(searchPages(service));
            const sent: unknown = JSON.parse(JSON.stringify(objects));
            expect(objectsIn(lists)).to.deep.equal(sent);
            expect(objectsIn(searches)).to.deep.equal(sent);
            for (const answers of [lists, searches])
              expect(sizes(answers.slice(0, -1))).not.to.include(0);
          },
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('the limit of a list (seed 8)', () => {
  it('cuts the page that would pass it', () =>
    withService({ ...withThings(10), maxPageSize: 4, limit: 6 }, async (service) => {
      const answers = await walk(listPages(service));
      expect(answers.slice(0, -1).map(idsIn)).to.deep.equal([ids(1, 4), ids(5, 6)]);
      expect(lastOf(answers).body.errorName).to.equal('ObjectsExceededLimit');
    }));
});

describe('the limit of a search', () => {
  it('is that of the option searchLimit: all are handed out, and asking for more is an error', () =>
    withService({ ...withThings(10), maxPageSize: 4, searchLimit: 6 }, async (service) => {
      const query = { type: 'gt', field: 'id', value: 1 };
      const answers = await walk(searchPages(service, query));
      expect(answers.slice(0, -1).map(idsIn)).to.deep.equal([ids(2, 5), ids(6, 7)]);
      const { status, body } = lastOf(answers);
      expect([status, body.errorName]).to.deep.equal([400, 'ObjectsExceededLimit']);
      const { ids: found, errors } = await walked(searchOf(service));
      expect(found).to.deep.equal(ids(1, 6));
      expect(errors.map(({ _tag }) => _tag)).to.deep.equal(['RetrievalLimitExceeded']);
    }));

  it('is no error when there is no more, and not one of list', () =>
    withService({ ...withThings(10), maxPageSize: 4, searchLimit: 6 }, async (service) => {
      const answers = await walk(searchPages(service, { type: 'lte', field: 'id', value: 6 }));
      expect(answers.map(idsIn)).to.deep.equal([ids(1, 4), ids(5, 6)]);
      expect(await walked(listOf(service))).to.deep.equal({ ids: ids(1, 10), errors: [] });
    }));
});

describe('search (seed 4.3, revision 2.0)', () => {
  it('hands out every object, and leaves nextPageToken out of the last page', () =>
    withService({ ...withThings(5), maxPageSize: 2, lastPage: 'null' }, async (service) => {
      const answers = await walk(searchPages(service));
      expect(answers.map(idsIn)).to.deep.equal([[1, 2], [3, 4], [5]]);
      expect(lastOf(answers).body).to.deep.equal({ data: [{ properties: { id: 5 } }] });
    }));

  it('has no page size and no snapshot: what it does not define has no effect', () =>
    withService({ ...withThings(5), maxPageSize: 4 }, async (service) => {
      const body = { query: { type: 'empty' }, pageSize: 1, snapshot: 'neither' };
      const { status, body: page } = await ask(
        `${searchUrl(service)}?pageSize=1`,
        searchInit(service, body),
      );
      expect([status, page.data.length]).to.deep.equal([200, 4]);
    }));
});
