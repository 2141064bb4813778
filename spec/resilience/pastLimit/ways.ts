import type { ObjectRecord, PastLimitOptions } from '../../../src/index';
import { top } from './Course';

/** From this key on, up to that one. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Thing {
  readonly id: number;
}

type Options = PastLimitOptions<Range, ObjectRecord<Thing>, number>;

/** How to get past the limit: where to begin, and how to go on from there. */
export type Way = Pick<Options, 'ranges' | 'split' | 'key'>;

/** The query of a range, in the reference service's own form. */
export const between = ({ from, to }: Range) => ({
  type: 'and',
  value: [
    { type: 'gte', field: 'id', value: from },
    { type: 'lt', field: 'id', value: to },
  ],
});

/** A range in pieces of the same length; where there are fewer keys than pieces, as many as there are keys. */
export const cut = ({ from, to }: Range, pieces: number): ReadonlyArray<Range> => {
  const marks = Array.from(
    { length: pieces + 1 },
    (_, index) => from + Math.floor(((to - from) * index) / pieces),
  );
  return marks.slice(1).flatMap((mark, index) => {
    const start = marks[index] ?? from;
    return mark > start ? [{ from: start, to: mark }] : [];
  });
};

const key = ({ properties }: ObjectRecord<Thing>): number => properties.id;

/** What is left of a range behind the last object that came; the service answers in the order of the keys. */
export const behind = ({ from, to }: Range, last: ObjectRecord<Thing> | undefined): Range => ({
  from: last === undefined ? from : last.properties.id + 1,
  to,
});

const whole: Range = { from: 0, to: top };

export const ways = {
  'halves of the range, with `key`': { ranges: [whole], split: (range) => cut(range, 2), key },
  '16 parts of the range, with `key`': { ranges: [whole], split: (range) => cut(range, 16), key },
  'behind `reached.last`': { ranges: [whole], split: (range, { last }) => [behind(range, last)] },
  'behind `reached.last`, in halves': {
    ranges: cut(whole, 16),
    split: (range, { last }) => cut(behind(range, last), 2),
  },
} satisfies Readonly<Record<string, Way>>;

/** The one that needs few requests and has work for many walks. */
export const best: keyof typeof ways = 'behind `reached.last`, in halves';
