import { expect } from 'chai';
import { type Either, isRight, left, right } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, defer, EMPTY, finalize, from, type Observable, of, take } from 'rxjs';
import { type ObjectRecord, resumeFrom, type WalkError, walkError } from '../../../src/index';
import {
  pastLimit,
  type PastLimitOptions,
  type Reached,
} from '../../../src/walk/recovery/pastLimit';
import { gather } from '../../support/collect';
import { inMarbles } from '../../support/marbles';
import { operatorCases } from '../../support/operatorCases';
import { token } from '../../support/pages';
import { leftOf } from '../../support/sides';
import { errorsAt } from '../../support/walkErrors';
import { sizeOf } from '../../support/sizes';

interface Thing {
  readonly id: string;
}
type Result = Either<WalkError, ObjectRecord<Thing>>;

const thing = (id: string): Result => right({ properties: { id } });
const errors = errorsAt(O.some(token('tok-1')));
const values: Record<string, Result> = {
  ...Object.fromEntries('abcdefgh'.split('').map((id) => [id, thing(id)])),
  i: left(errors.InvalidObject),
  t: left(errors.TimedOut),
  x: left(errors.RetrievalLimitExceeded),
};
const valueOf = (letter: string): Result => values[letter] ?? thing(letter);
const key = ({ properties }: ObjectRecord<Thing>): string => properties.id;

/** Walks as marbles, by range; a range is its name, and splits as it is told. */
const walking = (
  walks: Readonly<Record<string, string>>,
  splits: Readonly<Record<string, ReadonlyArray<string>>>,
  options: Partial<PastLimitOptions<string, ObjectRecord<Thing>, string>> & {
    readonly ranges: ReadonlyArray<string>;
  },
  expected: string,
  subscriptions: Readonly<Record<string, string | ReadonlyArray<string>>> = {},
): void =>
  inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
    const sources = Object.fromEntries(
      Object.entries(walks).map(([range, walk]) => [range, cold(walk, values)]),
    );
    const walked = pastLimit({
      walk: (range: string) => sources[range] as Observable<Result>,
      split: (range: string) => splits[range] ?? [],
      ...options,
    });
    expectObservable(walked).toBe(expected, values);
    for (const [range, times] of Object.entries(subscriptions)) {
      expectSubscriptions(sources[range]?.subscriptions ?? []).toBe(times as string);
    }
  });

describe('pastLimit', () => {
  operatorCases<Result, Result>(
    () => (source) => pastLimit({ ranges: [0], walk: () => source, split: () => [] }),
    { a: thing('a'), b: thing('b'), i: left(errors.InvalidObject) },
    { a: thing('a'), b: thing('b'), i: left(errors.InvalidObject) },
    [
      { what: 'one range is its walk', source: '--a--i--b--|', expected: '--a--i--b--|' },
      { what: 'one value', source: '-a-|', expected: '-a-|' },
    ],
  );

  it('no ranges are an empty stream', () => walking({}, {}, { ranges: [] }, '|'));

  it('law 16: a range that reaches the limit is split, and its parts are walked before the ranges that wait', () =>
    walking(
      { P: '-a(x|)', P1: '-b|', P2: '-c(x|)', P21: '-d|', Q: '-e|' },
      { P: ['P1', 'P2'], P2: ['P21'] },
      { ranges: ['P', 'Q'] },
      '-a-b-c-d-e|',
      { P: '^-!', P1: '--^-!', P2: '----^-!', P21: '------^-!', Q: '--------^-!' },
    ));

  it('law 16: as many walks at once as `concurrency` says', () =>
    walking(
      { P: '-a--|', Q: '--b(x|)', Q1: '-c-|', R: '-d-|' },
      { Q: ['Q1'] },
      { ranges: ['P', 'Q', 'R'], concurrency: 2 },
      '-ab-cd-|',
      { P: '^---!', Q: '^--!', Q1: '---^--!', R: '----^--!' },
    ));

  it('law 16: without a key nothing is remembered', () =>
    walking({ P: 'ab(x|)', P1: 'bc|' }, { P: ['P1'] }, { ranges: ['P'] }, 'abbc|'));

  it('law 16: a range that cannot be split ends the stream with its Left', () =>
    inMarbles(({ expectObservable, cold }) => {
      let splits = 0;
      const split = (parts: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
        splits += 1;
        if (splits > 100) throw new Error('it is walked for ever');
        return parts;
      };
      const unsplit = (range: unknown, parts: ReadonlyArray<unknown>): Observable<Result> =>
        pastLimit({
          ranges: [range],
          walk: () => cold('-a(x|)', values),
          split: () => split(parts),
        });
      const object = { from: 0, to: 9 };
      const cases: ReadonlyArray<readonly [range: unknown, parts: ReadonlyArray<unknown>]> = [
        ['P', []],
        ['P', ['P']],
        ['P', ['Q', 'P']],
        [NaN, [NaN]],
        [object, [object]],
        [object, [4, 9].map((to) => ({ from: 0, to }))],
      ];
      for (const [range, parts] of cases)
        expectObservable(unsplit(range, parts)).toBe('-a(x|)', values);
    }));

  it('law 16: ranges that JSON cannot tell apart are not the same for that', () => {
    const walked: Array<unknown> = [];
    const [one, two] = [() => 1, () => 2];
    const [big, bigger] = [{ from: 1n }, { from: 2n }];
    class Days {
      readonly #from: number;
      constructor(from: number) {
        this.#from = from;
      }
      isAfter(day: number): boolean {
        return this.#from > day;
      }
    }
    for (const [range, part] of [
      [one, two],
      [big, bigger],
      [{ one }, { one: two }],
      [undefined, Symbol('part')],
      [new Days(1), new Days(2)],
      [{ days: new Days(1) }, { days: new Days(2) }],
      [new Map([['from', 1]]), new Map([['from', 2]])],
      [new Set([1]), new Set([2])],
      [/a/, /b/],
    ] as ReadonlyArray<readonly [unknown, unknown]>) {
      pastLimit({
        ranges: [range],
        walk: (walking) => {
          walked.push(walking);
          return walking === range ? of(left(errors.RetrievalLimitExceeded)) : EMPTY;
        },
        split: () => [part],
      }).subscribe();
      expect(walked.splice(0)).to.deep.equal([range, part]);
    }
  });

  it('law 16: ranges are the same where all of them is shown, also by a class that has a toJSON', () => {
    class Shown {
      constructor(readonly from: number) {}
      toJSON(): unknown {
        return { from: this.from };
      }
    }
    for (const range of [
      () => new Shown(1),
      () => new Date(0),
      () => new Map([['from', [1]]]),
      () => ({ in: new Set(['a']) }),
    ]) {
      let walks = 0;
      pastLimit<unknown, ObjectRecord<Thing>, string>({
        ranges: [range()],
        walk: () => of(...(++walks < 5 ? [thing('a'), left(errors.RetrievalLimitExceeded)] : [])),
        split: () => [range()],
      }).subscribe();
      expect(walks).to.equal(1);
    }
  });

  it('law 16: any other Left that ends a walk ends the stream and aborts the other walks', () =>
    walking(
      { P: '-a-----b|', Q: '--c(t|)', R: '-d|' },
      {},
      { ranges: ['P', 'Q', 'R'], concurrency: 2 },
      '-ac(t|)',
      {
        P: '^--!',
        Q: '^--!',
        R: [],
      },
    ));

  for (const [tag, error] of Object.entries(errors)) {
    if (tag === 'InvalidObject') continue;
    it(`law 16: resumeFrom is none for ${tag}, and nothing else of it changes`, () => {
      const seen = gather(
        pastLimit({ ranges: ['P'], walk: () => of<Result>(left(error)), split: () => [] }),
      );
      expect(seen).to.deep.equal([left(error)]);
      expect(seen.map((result) => !isRight(result) && resumeFrom(result.left))).to.deep.equal([
        O.none,
      ]);
    });
  }

  it('law 16: reached tells of the walk, objects that were known and invalid ones included', () => {
    const told: Array<readonly [range: string, reached: Reached<ObjectRecord<Thing>>]> = [];
    const walks: Readonly<Record<string, string>> = { P: 'abx', P1: 'baix', P2: 'x', P3: 'iix' };
    const parts: Readonly<Record<string, ReadonlyArray<string>>> = { P: ['P1', 'P2', 'P3'] };
    pastLimit({
      ranges: ['P'],
      walk: (range) => from((walks[range] ?? 'a').split('').map((letter) => valueOf(letter))),
      split: (range, reached) => {
        told.push([range, reached]);
        return parts[range] ?? [`${range}0`];
      },
      key,
    }).subscribe();
    expect(told).to.deep.equal([
      ['P', { objects: 2, last: { properties: { id: 'b' } } }],
      ['P1', { objects: 3, last: { properties: { id: 'a' } } }],
      ['P2', { objects: 0 }],
      ['P3', { objects: 2 }],
    ]);
    expect(told[2]?.[1]).not.to.have.property('last');
  });

  describe('law 16: a service that always says "limit" does not make it walk forever', () => {
    /** The walks of a service that answers each range with these objects and the limit; no more than 1,000 of them. */
    const walksOf = <R>(
      first: R,
      objects: (range: R) => ReadonlyArray<Result>,
      split: (range: R, reached: Reached<ObjectRecord<Thing>>) => ReadonlyArray<R>,
      withKey: boolean,
    ): { readonly walks: number; readonly end: string } => {
      let walks = 0;
      let end = 'nothing';
      pastLimit({
        ranges: [first],
        walk: (range: R) =>
          defer(() => {
            walks += 1;
            return walks > 1_000 ? EMPTY : from([...objects(range), valueOf('x')]);
          }),
        split,
        key: withKey ? key : undefined,
      }).subscribe((result) => (end = isRight(result) ? 'an object' : result.left._tag));
      return { walks, end };
    };

    for (const withKey of [true, false]) {
      it(`not if it alternates the last id (${withKey ? 'with' : 'without'} a key)`, () => {
        const { walks, end } = walksOf(
          { after: '' },
          ({ after }) => [thing(after === 'a' ? 'b' : 'a')],
          (_, { last }) => [{ after: last?.properties.id ?? '' }],
          withKey,
        );
        expect([walks, end]).to.deep.equal([3, 'RetrievalLimitExceeded']);
      });
    }

    it('not if ranges that differ bring no new key, or without a key no object', () => {
      const next = (range: number) => [range + 1];
      const again = [thing('a'), thing('b'), left(errors.InvalidObject)];
      expect(walksOf(0, () => again, next, true)).to.deep.equal({
        walks: 101,
        end: 'RetrievalLimitExceeded',
      });
      expect(walksOf(0, () => [], next, false)).to.deep.equal({
        walks: 100,
        end: 'RetrievalLimitExceeded',
      });
    });

    it('nor does it give up a range of 64 bits that is halved', () => {
      const ids = [0n, 1n, 2n ** 64n - 1n];
      const limit = 2;
      const seen: Array<string> = [];
      pastLimit({
        ranges: [{ from: 0n, to: 2n ** 64n }],
        walk: ({ from: start, to }) => {
          const found = ids.filter((id) => id >= start && id < to).map((id) => thing(`${id}`));
          return from(found.length >= limit ? [...found.slice(0, limit - 1), valueOf('x')] : found);
        },
        split: ({ from: start, to }) => [
          { from: start, to: (start + to) / 2n },
          { from: (start + to) / 2n, to },
        ],
        key,
      }).subscribe((result) =>
        seen.push(isRight(result) ? result.right.properties.id : result.left._tag),
      );
      expect(seen).to.deep.equal(ids.map(String));
    });
  });

  it('law 16: invalid objects before the limit may come again with the parts', () =>
    walking({ P: 'ai(x|)', P1: 'ib|' }, { P: ['P1'] }, { ranges: ['P'], key }, 'aiib|'));

  const throwing: ReadonlyArray<
    readonly [what: string, options: Partial<PastLimitOptions<string, ObjectRecord<Thing>, string>>]
  > = [
    ['split', { split: () => fail() }],
    [
      'walk',
      {
        walk: (range) => (range === 'P' ? of(valueOf('a'), valueOf('x')) : fail()),
        split: () => ['Q'],
      },
    ],
    ['key', { key: ({ properties }) => (properties.id === 'c' ? fail() : properties.id) }],
    ['split, by giving no array', { split: () => undefined as unknown as ReadonlyArray<string> }],
    ['key, by giving what is no key', { key: () => undefined as unknown as string }],
  ];
  const broken = new Error('of the program');
  const fail = (): never => {
    throw broken;
  };
  for (const [what, options] of throwing) {
    it(`what is thrown by ${what} goes to the error channel`, () => {
      let thrown: unknown;
      let isOver = false;
      pastLimit<string, ObjectRecord<Thing>, string>({
        ranges: ['P'],
        walk: () => of(valueOf('a'), valueOf('c'), valueOf('x')),
        split: () => ['Q'],
        key,
        ...options,
      }).subscribe({
        error: (error: unknown) => (thrown = error),
        complete: () => (isOver = true),
      });
      expect(thrown).to.satisfy((error: unknown) => error === broken || error instanceof TypeError);
      expect(isOver).to.be.false;
    });
  }

  it('law 1: is cold, each subscription walks and remembers by itself, and the ranges are not touched', () => {
    const ranges = Object.freeze(['P', 'Q']);
    let walks = 0;
    const walked = pastLimit({
      ranges,
      walk: (range) =>
        defer(() => {
          walks += 1;
          return from([thing(range), ...(range === 'P' ? [valueOf('x')] : [])]);
        }),
      split: () => ['P0'],
      key,
    });
    expect(walks).to.equal(0);
    for (const round of [1, 2]) {
      const ids: Array<string> = [];
      walked.subscribe((result) => ids.push(isRight(result) ? result.right.properties.id : 'left'));
      expect(ids, `subscription ${round}`).to.deep.equal(['P', 'P0', 'Q']);
    }
    expect(walks).to.equal(6);
  });

  it('law 9: take that is satisfied starts no other walk, splits nothing, and leaves', () => {
    const log: Array<string> = [];
    pastLimit({
      ranges: ['P', 'Q'],
      walk: (range) =>
        concat(
          of(thing(range)),
          defer(() => {
            log.push(`more of ${range}`);
            return of(valueOf('x'));
          }),
        ).pipe(finalize(() => log.push(`left ${range}`))),
      split: (range) => {
        log.push(`split ${range}`);
        return [];
      },
    })
      .pipe(take(1))
      .subscribe();
    expect(log).to.deep.equal(['left P']);
  });

  it('law 10: many ranges that end synchronously complete, and so do as many splits one in the other', () => {
    const many = sizeOf(5_000, 100_000);
    const ranges = Array.from({ length: many }, (_, index) => index);
    let seen = 0;
    pastLimit({ ranges, walk: (range) => of(thing(`${range}`)), split: () => [] }).subscribe(
      () => (seen += 1),
    );
    expect(seen).to.equal(many);
    const chained = pastLimit({
      ranges: [0],
      walk: (range) => of(thing(`${range}`), ...(range < many - 1 ? [valueOf('x')] : [])),
      split: (range) => [range + 1],
    });
    chained.subscribe(() => (seen += 1));
    expect(seen).to.equal(2 * many);
  });

  it('law 13: a token that expired in one walk may restart them all from outside', () => {
    const expired = walkError('PageTokenExpired', {
      status: 400,
      progress: { pages: 1, objects: 1, attempts: 1 },
    });
    const [seen] = gather(
      pastLimit({ ranges: [1], walk: () => of<Result>(left(expired)), split: () => [] }),
    );
    // The very same progress: it is how a restart is told of.
    expect((leftOf(seen) as typeof expired).progress).to.equal(expired.progress);
  });
});
