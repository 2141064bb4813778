import { expect } from 'chai';
import { isRight, right } from 'fp-ts/Either';
import { inspect } from 'node:util';
import { concat, defer, EMPTY, from, NEVER, of, throwError } from 'rxjs';
import {
  changesSince,
  type Key,
  type ObjectRecord,
  skipInvalid,
  type Version,
} from '../../../src/index';
import { collect } from '../../support/collect';
import { inMarbles } from '../../support/marbles';
import { operatorCases } from '../../support/operatorCases';
import {
  added,
  changed,
  input,
  options,
  output,
  removed,
  type Result,
  type Thing,
  thing,
  type Told,
} from './support/things';

const known: ReadonlyArray<readonly [Key, Version]> = [
  ['a', 1],
  ['b', 1],
  ['c', 1],
];

const tell = (since: ReadonlyArray<readonly [Key, Version]>, ...results: ReadonlyArray<Result>) =>
  collect(from(results).pipe(changesSince(since, options)));

describe('law 23: changesSince', () => {
  describe('of nothing known', () => {
    operatorCases<Result, Told>(
      () => changesSince<ObjectRecord<Thing>, Key>([], options),
      input,
      output,
      [
        {
          what: 'a key that was not known is Added',
          source: '--a--b--(c|)',
          expected: '--a--b--(c|)',
        },
        { what: 'Lefts pass in their places', source: '-a-i-b-(t|)', expected: '-a-i-b-(t|)' },
        {
          what: 'a key that comes twice in one walk is compared with what was told last',
          source: '-a-a-A-A-a-|',
          expected: '-a---A---d-|',
        },
      ],
    );
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
      it(what, () =>
        inMarbles(({ cold, expectObservable }) => {
          expectObservable(cold(source, input).pipe(changesSince(known, options))).toBe(
            expected,
            output,
          );
        }),
      );
    }

    it('behind skipInvalid an invalid object counts as gone', async () => {
      const walk = of<Array<Result>>(input.a, input.i, input.b);
      expect(await collect(walk.pipe(skipInvalid(), changesSince(known, options)))).to.deep.equal([
        removed('c'),
      ]);
    });

    it('of equal keys the last counts', async () => {
      const since = (...versions: ReadonlyArray<number>) =>
        versions.map((version) => ['a', version] as const);
      expect(await tell(since(1, 2), right(thing('a', 2)))).to.deep.equal([]);
      expect(await tell(since(2, 1), right(thing('a', 2)))).to.deep.equal([changed('a', 2)]);
    });

    it('law 28: integers that no number tells apart are two keys, and two default versions', async () => {
      const [even, odd] = [9_007_199_254_740_992n, 9_007_199_254_740_993n];
      expect(await tell([[even, 1]], right(thing(odd, 1)))).to.deep.equal([
        added(odd, 1),
        removed(even),
      ]);
      const record = (n: bigint): ObjectRecord<{ readonly n: bigint }> => ({ properties: { n } });
      const changes = await collect(
        of(right(record(even)), right(record(odd))).pipe(
          changesSince<ObjectRecord<{ readonly n: bigint }>, string>([], { key: () => 'a' }),
        ),
      );
      expect(changes.map((change) => isRight(change) && change.right._tag)).to.deep.equal([
        'Added',
        'Changed',
      ]);
    });

    it('law 23: 1, the string 1 and 1n are three keys, as are true, 0 and the empty string', async () => {
      const keys: ReadonlyArray<Key> = [1, '1', 1n, true, 'true', 0, '', false];
      expect(await tell([], ...keys.map((id) => right(thing(id, 1))))).to.deep.equal(
        keys.map((id) => added(id, 1)),
      );
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
        of(right({ rid: 'r', properties: { id: 1, name: 'Ada' } })).pipe(
          changesSince([], { key: () => 1 }),
        ),
      );
      const since = told.map(
        (change) =>
          [1, isRight(change) && 'version' in change.right ? change.right.version : 0] as const,
      );
      const again = (record: { properties: { id: number; name: string }; rid: string }) =>
        collect(of(right(record)).pipe(changesSince(since, { key: () => 1 })));
      expect(await again({ properties: { name: 'Ada', id: 1 }, rid: 'r' })).to.deep.equal([]);
      expect(await again({ properties: { name: 'ada', id: 1 }, rid: 'r' })).to.have.lengthOf(1);
      expect(await again({ properties: { name: 'Ada', id: 1 }, rid: 's' })).to.have.lengthOf(1);
    });
  });

  describe('known', () => {
    it('has ended before anything is requested', () =>
      inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
        const since = cold<readonly [Key, Version]>('-p-q--|', { p: ['a', 1], q: ['b', 1] });
        const walk = cold('                                -A-b-c|', input);
        expectObservable(walk.pipe(changesSince(since, options))).toBe('-------A---c|', output);
        expectSubscriptions(since.subscriptions).toBe('^-----!');
        expectSubscriptions(walk.subscriptions).toBe(' ------^-----!');
      }));

    it('may be a Map, and is neither written to nor kept', async () => {
      const map = new Map<Key, Version>([
        ['a', 1],
        ['b', 1],
      ]);
      const walk = concat(
        of<Array<Result>>(input.A, input.c),
        defer(() => (map.set('z', 9), EMPTY)),
      );
      expect(await collect(walk.pipe(changesSince(map, options)))).to.deep.equal([
        changed('a', 2),
        added('c', 1),
        removed('b'),
      ]);
      expect([...map]).to.deep.equal([
        ['a', 1],
        ['b', 1],
        ['z', 9],
      ]);
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
          .pipe(changesSince<ObjectRecord<Thing>, Key>(since as never, options))
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
      [
        'a key that throws',
        { key: (record: ObjectRecord<Thing>) => (isB(record) ? fail() : 'a') },
        'mine',
      ],
      [
        'a version that throws',
        { version: (record: ObjectRecord<Thing>) => (isB(record) ? fail() : 1) },
        'mine',
      ],
      [
        'no key',
        { key: (record: ObjectRecord<Thing>) => (isB(record) ? undefined : 'a') },
        'key must be',
      ],
      [
        'a key that is NaN',
        { key: (record: ObjectRecord<Thing>) => (isB(record) ? NaN : 'a') },
        'is NaN',
      ],
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
          .pipe(changesSince<ObjectRecord<Thing>, Key>([['c', 1]], { ...options, ...own }))
          .subscribe({
            next: (change) => told.push(change),
            error: (thrown: unknown) => (error = thrown),
          });
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
});
