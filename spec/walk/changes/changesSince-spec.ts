import { expect } from 'chai';
import { type Either, isRight, left, right } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { inspect } from 'node:util';
import { concat, concatMap, defer, EMPTY, finalize, from, NEVER, of, take, throwError } from 'rxjs';
import { createClient } from '../../../src/client/createClient';
import type { ObjectRecord } from '../../../src/model/records/ObjectRecord';
import type { WalkError } from '../../../src/model/errors/WalkError';
import type { Change, Version } from '../../../src/walk/changes/Change';
import { changesSince } from '../../../src/walk/changes/changesSince';
import { pastLimit } from '../../../src/walk/recovery/pastLimit';
import { retryExpired } from '../../../src/walk/recovery/retryExpired';
import type { Key } from '../../../src/walk/recovery/seenBefore';
import { skipInvalid } from '../../../src/walk/values/skipInvalid';
import { withValve } from '../../../src/walk/valve/withValve';
import { collect } from '../../support/collect';
import { marbles } from '../../support/marbles';
import { operatorCases } from '../../support/operatorCases';
import { answer, pagesOf, scriptedTransport } from '../../support/scriptedTransport';
import { errorsAt } from '../../support/walkErrors';

interface Thing {
  readonly id: Key;
  readonly at: Version;
}
type Result = Either<WalkError, ObjectRecord<Thing>>;
type Told = Either<WalkError, Change<Thing, Key>>;

const errors = errorsAt(O.none);
const thing = (id: Key, at: Version): ObjectRecord<Thing> => ({ properties: { id, at } });
const options = {
  key: (record: ObjectRecord<Thing>) => record.properties.id,
  version: (record: ObjectRecord<Thing>) => record.properties.at,
};

// a, b, c in their first version; A, B, C in their second.
const input = {
  a: right(thing('a', 1)),
  b: right(thing('b', 1)),
  c: right(thing('c', 1)),
  A: right(thing('a', 2)),
  B: right(thing('b', 2)),
  C: right(thing('c', 2)),
  i: left(errors.InvalidObject),
  t: left(errors.TimedOut),
} satisfies Record<string, Result>;
const added = (id: Key, version: Version): Told =>
  right({ _tag: 'Added', key: id, version, record: thing(id, version) });
const changed = (id: Key, version: Version): Told =>
  right({ _tag: 'Changed', key: id, version, record: thing(id, version) });
const removed = (key: Key): Told => right({ _tag: 'Removed', key });

// a, b, c: added; A, B, C: changed to their second version; x, y, z: a, b, c removed; i, t: Lefts.
const output: Record<string, Told> = {
  a: added('a', 1),
  b: added('b', 1),
  c: added('c', 1),
  A: changed('a', 2),
  B: changed('b', 2),
  C: changed('c', 2),
  d: changed('a', 1),
  x: removed('a'),
  y: removed('b'),
  z: removed('c'),
  i: left(errors.InvalidObject),
  t: left(errors.TimedOut),
};
const known: ReadonlyArray<readonly [Key, Version]> = [
  ['a', 1],
  ['b', 1],
  ['c', 1],
];

const tell = (since: ReadonlyArray<readonly [Key, Version]>, ...results: ReadonlyArray<Result>) =>
  collect(from(results).pipe(changesSince(since, options)));

describe('law 23: changesSince', () => {
  describe('of nothing known', () => {
    operatorCases<Result, Told>(() => changesSince<Thing, Key>([], options), input, output, [
      {
        what: 'a key that was not known is Added',
        source: '      --a--b--(c|)',
        expected: '    --a--b--(c|)',
        subscription: '^-------!',
      },
      { what: 'one object', source: '-a-|', expected: '-a-|', subscription: '^--!' },
      {
        what: 'Lefts pass in their places',
        source: '      -a-i-b-(t|)',
        expected: '    -a-i-b-(t|)',
        subscription: '^------!',
      },
      {
        what: 'a key that comes twice in one walk is compared with what was told last',
        source: '      -a-a-A-A-a-|',
        expected: '    -a---A---d-|',
        subscription: '^----------!',
      },
    ]);
  });

  describe('of what was known', () => {
    const cases: ReadonlyArray<readonly [what: string, source: string, expected: string]> = [
      ['the same version is nothing', '-a-b-c-|', '-------|'],
      ['another version is Changed', '-a-B-c-|', '---B---|'],
      ['what did not come is Removed after everything else', '-C---b-|', '-C-----(x|)'],
      ['an empty walk that came to the last page removes everything', '--|', '--(xyz|)'],
      ['a walk that ends with a Left tells no Removed', '-A-(t|)', '-A-(t|)'],
      ['nor does one that brought an InvalidObject, which may be any key', '-i-B-|', '-i-B-|'],
      ['an error of the source tells no Removed', '-B-#', '-B-#'],
      ['a walk that goes on tells none yet', '-B---', '-B---'],
    ];
    for (const [what, source, expected] of cases) {
      it(
        what,
        marbles(({ cold, expectObservable }) => {
          expectObservable(cold(source, input).pipe(changesSince(known, options))).toBe(expected, output);
        }),
      );
    }

    it('behind skipInvalid an invalid object counts as gone', async () => {
      const walk = of<Array<Result>>(input.a, input.i, input.b);
      expect(await collect(walk.pipe(skipInvalid(), changesSince(known, options)))).to.deep.equal([removed('c')]);
    });

    it('every kind of Left keeps the removals back', async () => {
      for (const error of Object.values(errors)) expect(await tell(known, left(error))).to.deep.equal([left(error)]);
    });

    it('Removed come in the order in which they were known, once each', async () => {
      const told = await tell([
        ['c', 1],
        ['a', 1],
        ['c', 2],
        ['b', 1],
      ]);
      expect(told).to.deep.equal([removed('c'), removed('a'), removed('b')]);
    });

    it('of equal keys the last counts', async () => {
      expect(
        await tell(
          [
            ['a', 1],
            ['a', 2],
          ],
          right(thing('a', 2)),
        ),
      ).to.deep.equal([]);
      expect(
        await tell(
          [
            ['a', 2],
            ['a', 1],
          ],
          right(thing('a', 2)),
        ),
      ).to.deep.equal([changed('a', 2)]);
    });

    it('law 28: integers that no number tells apart are two keys, and two default versions', async () => {
      const [even, odd] = [9_007_199_254_740_992n, 9_007_199_254_740_993n];
      expect(await tell([[even, 1]], right(thing(odd, 1)))).to.deep.equal([added(odd, 1), removed(even)]);
      const record = (n: bigint): ObjectRecord<{ readonly n: bigint }> => ({ properties: { n } });
      const changes = await collect(
        of(right(record(even)), right(record(odd))).pipe(
          changesSince<{ readonly n: bigint }, string>([], { key: () => 'a' }),
        ),
      );
      expect(changes.map((change) => isRight(change) && change.right._tag)).to.deep.equal(['Added', 'Changed']);
    });

    it('law 23: 1, the string 1 and 1n are three keys, as are true, 0 and the empty string', async () => {
      const keys: ReadonlyArray<Key> = [1, '1', 1n, true, 'true', 0, '', false];
      expect(await tell([], ...keys.map((id) => right(thing(id, 1))))).to.deep.equal(keys.map((id) => added(id, 1)));
      expect(await tell([['1', 1]], right(thing(1, 1)))).to.deep.equal([added(1, 1), removed('1')]);
    });

    it('versions are compared by ===', async () => {
      expect(await tell([['a', '1']], right(thing('a', 1)))).to.deep.equal([changed('a', 1)]);
      for (const version of ['', 0, -0, Infinity, 'x']) {
        expect(await tell([['a', version]], right(thing('a', version)))).to.deep.equal([]);
      }
    });

    it('without a version the whole record counts, whatever the order of its fields', async () => {
      const told = await collect(
        of(right({ rid: 'r', properties: { id: 1, name: 'Ada' } })).pipe(changesSince([], { key: () => 1 })),
      );
      const since = told.map(
        (change) => [1, isRight(change) && 'version' in change.right ? change.right.version : 0] as const,
      );
      const again = (record: { properties: { id: number; name: string }; rid: string }) =>
        collect(of(right(record)).pipe(changesSince(since, { key: () => 1 })));
      expect(await again({ properties: { name: 'Ada', id: 1 }, rid: 'r' })).to.deep.equal([]);
      expect(await again({ properties: { name: 'ada', id: 1 }, rid: 'r' })).to.have.lengthOf(1);
      expect(await again({ properties: { name: 'Ada', id: 1 }, rid: 's' })).to.have.lengthOf(1);
    });
  });

  describe('known', () => {
    it(
      'has ended before anything is requested',
      marbles(({ cold, expectObservable, expectSubscriptions }) => {
        const since = cold<readonly [Key, Version]>('-p-q--|', { p: ['a', 1], q: ['b', 1] });
        const walk = cold('                                -A-b-c|', input);
        expectObservable(walk.pipe(changesSince(since, options))).toBe('-------A---c|', output);
        expectSubscriptions(since.subscriptions).toBe('^-----!');
        expectSubscriptions(walk.subscriptions).toBe(' ------^-----!');
      }),
    );

    it(
      'that never ends is waited for, and left when nobody waits any more',
      marbles(({ cold, expectObservable, expectSubscriptions }) => {
        const since = cold<readonly [Key, Version]>('-p-', { p: ['a', 1] });
        const walk = cold('a|', input);
        expectObservable(walk.pipe(changesSince(since, options)), '^--!').toBe('---');
        expectSubscriptions(since.subscriptions).toBe('^--!');
        expectSubscriptions(walk.subscriptions).toBe([]);
      }),
    );

    it('may be a Map, and is neither written to nor kept', async () => {
      const map = new Map<Key, Version>([
        ['a', 1],
        ['b', 1],
      ]);
      const results: Array<Told> = [];
      const walk = concat(
        of<Array<Result>>(input.A, input.c),
        defer(() => (map.set('z', 9), EMPTY)),
      );
      await collect(walk.pipe(changesSince(map, options))).then((told) => results.push(...told));
      expect(results).to.deep.equal([changed('a', 2), added('c', 1), removed('b')]);
      expect([...map]).to.deep.equal([
        ['a', 1],
        ['b', 1],
        ['z', 9],
      ]);
    });

    it('may come from an async iterable, as rows of a table do', async () => {
      async function* rows() {
        yield await Promise.resolve(['a', 1] as const);
      }
      expect(await collect(EMPTY.pipe(changesSince<Thing, Key>(rows(), options)))).to.deep.equal([removed('a')]);
    });

    it('is read anew by each subscription, which knows only its own', async () => {
      const map = new Map<Key, Version>();
      const told = of<Array<Result>>(input.a).pipe(changesSince(map, options));
      expect(await collect(told)).to.deep.equal([added('a', 1)]);
      expect(await collect(told)).to.deep.equal([added('a', 1)]);
      map.set('a', 1);
      expect(await collect(told)).to.deep.equal([]);
    });

    it('that throws, or is none, goes to the error channel, and nothing is requested', () => {
      const mine = new Error('mine');
      const bad: ReadonlyArray<readonly [since: unknown, says: string]> = [
        [throwError(() => mine), 'mine'],
        [
          concat(
            of(['a', 1]),
            throwError(() => mine),
          ),
          'mine',
        ],
        [undefined, 'You provided'],
        [[['a', NaN]], 'version must be a string or a number, but is NaN'],
        [[['a', null]], 'but is null'],
        [[['a']], 'but is undefined'],
        [[[NaN, 1]], 'key must be'],
        [[[undefined, 1]], 'key must be'],
      ];
      for (const [since, says] of bad) {
        let subscriptions = 0;
        let error: unknown;
        const walk = defer(() => ((subscriptions += 1), NEVER));
        walk
          .pipe(changesSince<Thing, Key>(since as never, options))
          .subscribe({ error: (thrown: unknown) => (error = thrown) });
        expect(String(error)).to.include(says);
        expect(subscriptions).to.equal(0);
      }
    });
  });

  describe('what key or version throws goes to the error channel, after what was told', () => {
    const mine = new Error('mine');
    const fail = (): never => {
      throw mine;
    };
    const isB = (record: ObjectRecord<Thing>): boolean => record.properties.id === 'b';
    const bad: ReadonlyArray<readonly [what: string, own: object, says: string]> = [
      ['a key that throws', { key: (record: ObjectRecord<Thing>) => (isB(record) ? fail() : 'a') }, 'mine'],
      ['a version that throws', { version: (record: ObjectRecord<Thing>) => (isB(record) ? fail() : 1) }, 'mine'],
      ['no key', { key: (record: ObjectRecord<Thing>) => (isB(record) ? undefined : 'a') }, 'key must be'],
      ['a key that is NaN', { key: (record: ObjectRecord<Thing>) => (isB(record) ? NaN : 'a') }, 'is NaN'],
      ...[NaN, null, undefined, 1n, true, {}, new Date(0)].map(
        (version) =>
          [
            `the version ${inspect(version)}`,
            { version: (record: ObjectRecord<Thing>) => (isB(record) ? version : 1) },
            'TypeError: version must be a string or a number',
          ] as const,
      ),
    ];
    for (const [what, own, says] of bad) {
      it(what, () => {
        const told: Array<Told> = [];
        let error: unknown;
        of<Array<Result>>(input.a, input.b)
          .pipe(changesSince<Thing, Key>([['c', 1]], { ...options, ...own }))
          .subscribe({ next: (change) => told.push(change), error: (thrown: unknown) => (error = thrown) });
        expect(told).to.deep.equal([added('a', 1)]);
        expect(String(error)).to.include(says);
      });
    }

    it('a record that holds itself, without a version', () => {
      const properties: Record<string, unknown> = {};
      properties.self = properties;
      let error: unknown;
      of(right({ properties }))
        .pipe(changesSince([], { key: () => 1 }))
        .subscribe({ error: (thrown: unknown) => (error = thrown) });
      expect(error).to.be.instanceOf(TypeError);
    });
  });

  it('stops telling of removals when nobody listens any more', () => {
    const told: Array<Told> = [];
    let isLeft = false;
    EMPTY.pipe(
      finalize(() => (isLeft = true)),
      changesSince<Thing, Key>(known, options),
      take(2),
    ).subscribe((change) => told.push(change));
    expect(told).to.deep.equal([removed('a'), removed('b')]);
    expect(isLeft).to.equal(true);
  });

  describe('behind a walk', () => {
    const list = { ontologyRid: 'ri.o', objectType: 'thing' };
    const record = (id: number, at = 1) => ({ properties: { id, at } });
    const byId = {
      key: ({ properties }: ObjectRecord<Record<string, unknown>>) => Number(properties.id),
      version: ({ properties }: ObjectRecord<Record<string, unknown>>) => Number(properties.at),
    };
    const since: ReadonlyArray<readonly [number, Version]> = [
      [1, 1],
      [2, 1],
      [9, 1],
    ];
    const tags = (told: ReadonlyArray<Either<WalkError, Change<unknown, number>>>) =>
      told.map((change) => (isRight(change) ? `${change.right._tag} ${change.right.key}` : change.left._tag));

    it('that retryExpired restarts, removals come when the restarted one is whole', async () => {
      const { transport } = scriptedTransport(
        ...pagesOf([[record(1)], [], []]).slice(0, 1),
        answer(400, { errorName: 'InvalidPageToken' }),
        ...pagesOf([[record(1), record(2, 2)], [record(3)]]),
      );
      const walk = createClient({ transport }).list(list);
      const told = await collect(walk.pipe(retryExpired({ key: byId.key }), changesSince(since, byId)));
      expect(tags(told)).to.deep.equal(['Changed 2', 'Added 3', 'Removed 9']);
    });

    it('that retryExpired restarts and a valve paces, each change once and removals last', async () => {
      const { transport } = scriptedTransport(
        ...pagesOf([[record(1, 2)], [], []]).slice(0, 1),
        answer(400, { errorName: 'InvalidPageToken' }),
        ...pagesOf([[record(1, 2), record(2, 2)], [record(3)]]),
      );
      const client = createClient({ transport });
      const told = await collect(
        withValve({ highWaterMark: 0 }, (valve) =>
          client.list({ ...list, valve }).pipe(
            retryExpired({ key: byId.key }),
            changesSince(since, byId),
            valve.concatMap((change) => Promise.resolve(change)),
          ),
        ),
      );
      expect(tags(told)).to.deep.equal(['Changed 1', 'Changed 2', 'Added 3', 'Removed 9']);
    });

    it('that pastLimit splits, removals come after the last part, and none where a part broke off', async () => {
      const ended = (error: WalkError) => of(left(error));
      const limit = ended(errors.RetrievalLimitExceeded);
      const walked = (last: typeof limit | typeof EMPTY) =>
        pastLimit({
          ranges: ['all'],
          key: byId.key,
          walk: (range: string) =>
            range === 'all' ? concat(of(right(record(1, 2))), limit) : concat(of(right(record(2, 2))), last),
          split: () => ['part'],
        }).pipe(changesSince(since, byId));
      expect(tags(await collect(walked(EMPTY)))).to.deep.equal(['Changed 1', 'Changed 2', 'Removed 9']);
      expect(tags(await collect(walked(ended(errors.TimedOut))))).to.deep.equal(['Changed 1', 'Changed 2', 'TimedOut']);
    });

    it('that broke off on its second page, none', async () => {
      const { transport } = scriptedTransport(...pagesOf([[record(1, 2)], []]).slice(0, 1), answer(404, {}));
      const told = await collect(createClient({ transport }).list(list).pipe(changesSince(since, byId)));
      expect(tags(told)).to.deep.equal(['Changed 1', 'HttpFailure']);
    });

    it('that a valve paces, all of it, and the removals at once', async () => {
      const { transport, requests } = scriptedTransport(...pagesOf([[record(1, 2), record(2, 2)], [record(3)]]));
      const client = createClient({ transport });
      const told = await collect(
        withValve({ highWaterMark: 1 }, (valve) =>
          client.list({ ...list, valve }).pipe(
            changesSince(since, byId),
            valve.concatMap((change) => of(change)),
          ),
        ),
      );
      expect(tags(told)).to.deep.equal(['Changed 1', 'Changed 2', 'Added 3', 'Removed 9']);
      expect(requests).to.have.lengthOf(2);
    });

    it('sends nothing until known has ended, and nothing more once it is left', async () => {
      const { transport, requests } = scriptedTransport(...pagesOf([[record(5)], [record(6)]]));
      const pairs = from(since).pipe(concatMap((pair) => Promise.resolve(pair)));
      const walk = createClient({ transport }).list(list).pipe(changesSince(pairs, byId), take(1));
      const told = collect(walk);
      expect(requests).to.have.lengthOf(0);
      expect(tags(await told)).to.deep.equal(['Added 5']);
      expect(requests).to.have.lengthOf(1);
    });
  });
});
