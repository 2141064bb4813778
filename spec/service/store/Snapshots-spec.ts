import { expect } from 'chai';
import fc from 'fast-check';
import type { Service, ObjectStore } from '../../../src/service/index';
import { createSnapshots } from '../../../src/service/store/Snapshots';
import { ask, idsIn, listPages, listUrl, tokenIn, walk } from '../support/plain';
import { ids, withThings } from '../support/things';
import { withService } from '../support/withService';

const sixInPagesOfTwo = { ...withThings(6), maxPageSize: 2 };

/** Walks a list with a plain client, and changes the store after the first page. */
const changedAfterFirst = async (
  service: Service,
  change: (store: ObjectStore) => void,
): Promise<ReadonlyArray<unknown>> => {
  const askPage = listPages(service);
  const answers = await walk(async (token) => {
    const answer = await askPage(token);
    if (token === undefined) change(service.store);
    return answer;
  });
  return answers.flatMap(idsIn);
};

type Change = readonly [
  what: string,
  change: (store: ObjectStore) => void,
  latest: ReadonlyArray<number>,
];

const changes: ReadonlyArray<Change> = [
  [
    'an insert before it: a duplicate',
    (store) => store.insert('thing', { id: 0 }, 0),
    [1, 2, 2, 3, 4, 5, 6],
  ],
  [
    'a delete before it: a miss',
    (store) => store.delete('thing', ({ id }) => id === 1),
    [1, 2, 4, 5, 6],
  ],
  [
    'an insert behind it: the new one',
    (store) => store.insert('thing', { id: 7 }),
    [1, 2, 3, 4, 5, 6, 7],
  ],
  [
    'an update: the latest',
    (store) => store.update('thing', 5, () => ({ id: 60 })),
    [1, 2, 3, 4, 5, 60],
  ],
  ['a delete of all that is left: an end', (store) => store.delete('thing', () => true), [1, 2]],
];

describe('default and snapshot paging (seed 4.5)', () => {
  for (const [what, change, latest] of changes) {
    it(`default paging shows what changed since its position: ${what}`, () =>
      withService(sixInPagesOfTwo, async (service) => {
        expect(await changedAfterFirst(service, change)).to.deep.equal(latest);
      }));
  }

  it('any changes at any time leave a snapshot as it was', async () => {
    const anyChange = fc.record({
      kind: fc.constantFrom('insert', 'update', 'delete'),
      at: fc.nat({ max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyChange, { maxLength: 3 }), { maxLength: 8 }),
        async (changesByPage) => {
          await withService({ ...withThings(8), maxPageSize: 2 }, async (service) => {
            const { store } = service;
            const [askPage, waiting] = [
              listPages(service, { snapshot: 'true' }),
              [...changesByPage],
            ];
            const answers = await walk(async (token) => {
              const answer = await askPage(token);
              for (const { kind, at } of waiting.shift() ?? []) {
                if (kind === 'insert')
                  store.insert('thing', { id: -at }, Math.min(at, store.all('thing').length));
                if (kind === 'update') store.update('thing', at, () => ({ id: 1_000 + at }));
                if (kind === 'delete') store.delete('thing', at);
              }
              return answer;
            });
            expect(answers.flatMap(idsIn)).to.deep.equal(ids(1, 8));
          });
        },
      ),
      { numRuns: 25 },
    );
  });

  it('each walk has a snapshot of its own', () =>
    withService(sixInPagesOfTwo, async (service) => {
      const askPage = listPages(service, { snapshot: 'true' });
      const before = await askPage();
      service.store.delete('thing', () => true);
      service.store.insert('thing', [{ id: 10 }, { id: 11 }, { id: 12 }]);
      const after = await askPage();
      expect(idsIn(await askPage(tokenIn(before)))).to.deep.equal([3, 4]);
      expect(idsIn(await askPage(tokenIn(after)))).to.deep.equal([12]);
    }));

  it('a snapshot that is kept no longer is an error, by which a walk knows that it has expired', () =>
    withService({ ...sixInPagesOfTwo, snapshotLifetime: 0 }, async (service) => {
      const askPage = listPages(service, { snapshot: 'true' });
      const { status, body } = await askPage(tokenIn(await askPage()));
      expect([status, body.errorCode, body.errorName]).to.deep.equal([
        409,
        'CONFLICT',
        'ConsistentSnapshotError',
      ]);
    }));
});

it('1,100 snapshots of clients without a credential do not displace the one of a client that has one', () =>
  withService({ ...sixInPagesOfTwo, tokenLifetime: Infinity }, async (service) => {
    const askAs = (authorization: string, pageToken: object = {}) =>
      ask(
        listUrl(service, { snapshot: 'true', ...pageToken }),
        authorization ? { headers: { authorization } } : {},
      );
    const [modest, greedy] = [await askAs('Bearer one'), await askAs('')];
    for (let n = 0; n < 110; n++) await Promise.all(Array.from({ length: 10 }, () => askAs('')));
    expect(idsIn(await askAs('Bearer one', { pageToken: tokenIn(modest) }))).to.deep.equal([3, 4]);
    expect((await askAs('', { pageToken: tokenIn(greedy) })).body.errorName).to.equal(
      'ConsistentSnapshotError',
    );
  }));

describe('createSnapshots', () => {
  it('lets go of the oldest one of the user with the most snapshots', () => {
    const snapshots = createSnapshots(Infinity);
    const take = (owner: string, count: number): ReadonlyArray<number> =>
      Array.from({ length: count }, () => snapshots.take([], owner, 0));
    const keptOf = (taken: ReadonlyArray<number>): number =>
      taken.filter((id) => snapshots.find(id, 0) !== undefined).length;
    const [few, many, more] = [take('few', 100), take('many', 700), take('more', 900)];
    expect([few, many, more].map(keptOf)).to.deep.equal([100, 450, 450]);
    expect(snapshots.find(more[899] ?? 0, 0)).to.deep.equal([]);
    expect(snapshots.find(more[0] ?? 0, 0)).to.equal(undefined);
  });

  it('keeps a snapshot for its lifetime', () => {
    const snapshots = createSnapshots(30);
    const id = snapshots.take([{ id: 1 }], 'me', 1_000);
    expect(snapshots.find(id, 1_029)).to.deep.equal([{ id: 1 }]);
    expect(snapshots.find(id, 1_030)).to.equal(undefined);
    expect(snapshots.find(id + 1, 1_000)).to.equal(undefined);
  });
});
