import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { lastValueFrom, of, take, toArray } from 'rxjs';
import {
  createClient,
  type Doubt,
  durable,
  type DurableStart,
  endpoint,
  type HttpRequest,
  walkEach,
  type WalkEachOptions,
} from '../../../src/index';
import { at, onePage } from '../../../src/paging/index';
import { memoryStore, placesOf } from '../../../src/stores/index';

const list = {
  method: 'GET',
  items: at('data'),
  paging: onePage(),
} as const;
const Parent = t.type({ id: t.number, at: t.number });
const parents = endpoint({
  ...list,
  name: 'parents',
  path: '/parents',
  codec: Parent,
  fields: { since: t.union([t.string, t.undefined]) },
});
const children = endpoint({ ...list, name: 'children', path: '/children/{id}' });

interface Scene {
  /** What the service has. */
  parents: ReadonlyArray<{ readonly at: unknown }>;
  /** The parents whose children cannot be read. */
  failing: ReadonlyArray<number>;
}

type Own = Pick<WalkEachOptions<t.TypeOf<typeof Parent>, unknown>, 'onInvalid' | 'onParentFailed'>;

const sceneOf = (scene: Scene, own: Own) => {
  const client = createClient({
    transport: ({ url }: HttpRequest) => {
      const id = Number(/children\/(\d+)/.exec(url)?.[1] ?? 0);
      const since = Number(/since=(\d+)/.exec(url)?.[1] ?? 0);
      const data = id > 0 ? [id] : scene.parents.filter((each) => Number(each.at) >= since);
      const status = scene.failing.includes(id) ? 500 : 200;
      return of(E.right({ status, headers: {}, body: JSON.stringify({ data }) }));
    },
    retry: false,
  });
  const places = placesOf(memoryStore());
  const walk = (ids: Array<number>, doubts: Array<Doubt> = []) =>
    durable({
      id: 'walk',
      places,
      pages: ({ mark, ...start }: DurableStart) =>
        walkEach({
          ...start,
          parents: (its) => client.pages(parents, { since: mark?.toString(), ...its }),
          key: ({ id }) => id,
          children: ({ id }, its) => client.pages(children, { id: String(id), ...its }),
          ...own,
        }),
      mark: { of: (): number => 5, ceiling: () => 10, first: 0 },
      work: ({ parent }) => {
        if (parent) ids.push(parent.id);
      },
      onDoubt: (doubt) => void doubts.push(doubt),
    });
  const run = async (doubts?: Array<Doubt>): Promise<ReadonlyArray<number>> => {
    const ids: Array<number> = [];
    await lastValueFrom(walk(ids, doubts).pipe(toArray()));
    return ids;
  };
  const kept = async () => O.toUndefined(await places.get('walk'));
  return { run, kept, walk };
};

const good = (id: number, when: number) => ({ id, at: when });
const bad = (when: number) => ({ id: 'x', at: when });

describe('law 37: a mark over walkEach', () => {
  for (const [what, broken, failing] of [
    ['could not be read', bad(2), []],
    ['failed', good(2, 2), [2]],
  ] as const) {
    for (const [answer, later] of [
      ['skip', [1, 2, 3]],
      ['leave', []],
    ] as const) {
      it(`is ${answer === 'skip' ? 'held' : 'not held'} by a parent that ${what}, where that is '${answer}'`, async () => {
        const scene: Scene = { parents: [good(1, 1), broken, good(3, 3)], failing };
        const own = { onInvalid: () => answer, onParentFailed: () => answer };
        const { run, kept, walk } = sceneOf(scene, own);
        // It is asked for again after the process has ended.
        await lastValueFrom(walk([]).pipe(take(1)));
        const doubts: Array<Doubt> = [];
        await run(doubts);
        expect(doubts).to.deep.equal([{ skipped: 1 }]);
        const held = answer === 'skip' ? { parents: 1, objects: 0 } : undefined;
        expect((await kept())?.held).to.deep.equal(held);
        expect((await kept())?.skipped).to.equal(1);
        Object.assign(scene, { parents: [good(1, 1), good(2, 2), good(3, 3)], failing: [] });
        expect(await run(), 'repaired, with the time that it had').to.deep.equal(later);
        expect((await kept())?.held).to.equal(undefined);
        expect(await run(), 'and then the mark moves').to.deep.equal([]);
      });
    }
  }

  it('a key that came twice holds nothing', async () => {
    const { run, kept } = sceneOf({ parents: [good(1, 1), good(1, 1)], failing: [] }, {});
    expect(await run()).to.deep.equal([1]);
    expect((await kept())?.held).to.equal(undefined);
    expect(await run()).to.deep.equal([]);
  });

  it('without a mark a walk says how many parents it has left out, and its store', async () => {
    const scene: Scene = { parents: [good(1, 1), bad(2)], failing: [1] };
    const { run, kept } = sceneOf(scene, { onInvalid: () => 0, onParentFailed: () => 'skip' });
    const doubts: Array<Doubt> = [];
    await run(doubts);
    expect([doubts, (await kept())?.skipped]).to.deep.equal([[{ skipped: 2 }], 2]);
  });
});
