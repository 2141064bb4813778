import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  concat,
  defer,
  from,
  interval,
  map,
  type Observable,
  VirtualTimeScheduler,
  zipWith,
} from 'rxjs';
import {
  type ObjectRecord,
  pastLimit,
  type PastLimitOptions,
  type WalkError,
} from '../../../src/index';
import { behind, cut, type Range, type Thing as Properties } from '../../resilience/pastLimit/ways';
import { errorsAt } from '../../support/walkErrors';

type Thing = ObjectRecord<Properties>;
type Result = E.Either<WalkError, Thing>;
type Split = PastLimitOptions<Range, Thing, number>['split'];

const errors = errorsAt(O.none);
const top = 1_000;

/** The ways to split, and whether they need a key or an order. */
const ways: Readonly<
  Record<string, { readonly split: Split; readonly isOrdered: boolean; readonly hasKey: boolean }>
> = {
  'in halves': { split: (range) => cut(range, 2), isOrdered: false, hasKey: true },
  'in many': { split: (range) => cut(range, 7), isOrdered: false, hasKey: true },
  'behind the last': {
    split: (range, { last }) => [behind(range, last)],
    isOrdered: true,
    hasKey: false,
  },
  'from the last on, with a key': {
    split: ({ from: first, to }, { last }) => [{ from: last?.properties.id ?? first, to }],
    isOrdered: true,
    hasKey: true,
  },
  'behind the last, in halves': {
    split: (range, { last }) => cut(behind(range, last), 2),
    isOrdered: true,
    hasKey: false,
  },
};

/** An order that looks like none, the same for the same range only. */
const shuffled = (
  ids: ReadonlyArray<number>,
  { from: first, to }: Range,
): ReadonlyArray<number> => {
  const rank = (id: number): number => ((id + 1) * (7919 + first * 31 + to * 17)) % 10_007;
  return [...ids].sort((a, b) => rank(a) - rank(b));
};

const anyCourse = fc.record({
  ids: fc.uniqueArray(fc.nat(top - 1), { maxLength: 120 }),
  marks: fc.uniqueArray(fc.integer({ min: 1, max: top - 1 }), { maxLength: 6 }),
  limit: fc.integer({ min: 1, max: 40 }),
  concurrency: fc.integer({ min: 1, max: 5 }),
  invalid: fc.uniqueArray(fc.nat(top - 1), { maxLength: 10 }),
  delays: fc.array(fc.nat(20), { minLength: 1 }),
});
type Course = typeof anyCourse extends fc.Arbitrary<infer T> ? T : never;

const rangesOf = ({ marks }: Course): ReadonlyArray<Range> => {
  const sorted = [0, ...[...marks].sort((a, b) => a - b), top];
  return sorted.slice(1).map((to, index) => ({ from: sorted[index] ?? 0, to }));
};

describe('law 16: any ranges, any limit, any delays', () => {
  for (const [how, { split, isOrdered, hasKey }] of Object.entries(ways)) {
    /** What comes of a course; walk number `faulty` ends with another error before its last object. */
    const run = (course: Course, faulty = Infinity): ReadonlyArray<Result> => {
      const { concurrency, delays, invalid } = course;
      // Of one object at a time, the walk from the last on would bring the last again, and nothing else.
      const limit = Math.max(isOrdered && hasKey ? 2 : 1, course.limit);
      // Not the TestScheduler: it fails where one of two timers that are due clears the other.
      const clock = new VirtualTimeScheduler();
      let walks = 0;
      let running = 0;
      const walk = (range: Range): Observable<Result> =>
        defer(() => {
          const n = walks++;
          running += 1;
          expect(running).to.be.at.most(concurrency);
          const inside = course.ids.filter((id) => id >= range.from && id < range.to);
          const ids = isOrdered ? inside.sort((a, b) => a - b) : shuffled(inside, range);
          const results = ids.slice(0, limit).map((id): Result =>
            // An order needs every key, so there none is invalid.
            !isOrdered && invalid.includes(id)
              ? E.left({ ...errors.InvalidObject, record: id })
              : E.right({ properties: { id } }),
          );
          const ends: ReadonlyArray<Result> =
            n === faulty
              ? [E.left(errors.TimedOut)]
              : ids.length > limit
                ? [E.left(errors.RetrievalLimitExceeded)]
                : [];
          const delay = delays[n % delays.length] ?? 0;
          const came = from([...(n === faulty ? results.slice(0, -1) : results), ...ends]);
          const over = defer(() => {
            running -= 1;
            return [];
          });
          return concat(
            delay === 0
              ? came
              : came.pipe(
                  zipWith(interval(delay, clock)),
                  map(([result]) => result),
                ),
            over,
          );
        });
      const seen: Array<Result> = [];
      let isComplete = false;
      pastLimit({
        ranges: rangesOf(course),
        walk,
        split,
        concurrency,
        ...(hasKey && { key: ({ properties }: Thing) => properties.id }),
      }).subscribe({ next: (result) => seen.push(result), complete: () => (isComplete = true) });
      clock.flush();
      expect(isComplete).to.be.true;
      return seen;
    };

    const idsOf = (results: ReadonlyArray<Result>): Array<number> =>
      results.flatMap((result) => (E.isRight(result) ? [result.right.properties.id] : []));
    const endsOf = (results: ReadonlyArray<Result>): ReadonlyArray<WalkError> =>
      results.flatMap((result) =>
        E.isLeft(result) && result.left._tag !== 'InvalidObject' ? [result.left] : [],
      );

    it(`split ${how}: each key once, and the stream completes without a Left`, () =>
      fc.assert(
        fc.property(anyCourse, (course) => {
          const seen = run(course);
          expect(endsOf(seen)).to.deep.equal([]);
          const expected = course.ids.filter((id) => isOrdered || !course.invalid.includes(id));
          expect(idsOf(seen).sort((a, b) => a - b)).to.deep.equal(expected.sort((a, b) => a - b));
          const complaints = seen.flatMap((result) =>
            E.isLeft(result) && result.left._tag === 'InvalidObject' ? [result.left.record] : [],
          );
          if (!isOrdered) {
            expect(new Set(complaints)).to.deep.equal(
              new Set(course.ids.filter((id) => course.invalid.includes(id))),
            );
          }
        }),
      ));

    it(`split ${how}: a walk that fails ends the stream with its Left; until then no key came twice`, () =>
      fc.assert(
        fc.property(anyCourse, fc.nat(10), (course, faulty) => {
          const seen = run(course, faulty);
          const ends = endsOf(seen);
          const ids = idsOf(seen);
          expect(new Set(ids).size).to.equal(ids.length);
          expect(ends.length).to.be.at.most(1);
          if (ends.length === 1) {
            expect(ends[0]).to.have.property('_tag', 'TimedOut');
            expect(seen.at(-1)).to.deep.equal(E.left(ends[0]));
          } else expect(new Set(ids)).to.deep.equal(new Set(idsOf(run(course))));
        }),
      ));
  }
});
