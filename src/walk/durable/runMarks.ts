import { isLeft } from 'fp-ts/Either';
import type { Page } from '../../model/endpoints/Page';
import type { Mark, Marks } from '../../model/place/Mark';
import { hiddenOf } from '../../model/place/placeInternals';
import { isNil, marksOf, placeWithMarks } from '../../model/place/marked';
import { warnOnce } from '../../model/warnOnce';
import type { Place } from '../../model/place/Place';

/** How a durable walk asks for what is new. @inline */
export interface MarkOptions<A, M extends Mark = Mark> {
  /**
   * How new an object is: its `updatedAt`, its id. Objects without a mark do not count. Annotate the type of `object`, and the mark
   * that `pages` gets has the type that this returns.
   */
  readonly of: (object: A) => M | null | undefined;
  /** What the first run asks from. Without it the first run asks for everything. */
  readonly first?: NoInfer<M> | undefined;
  /** What a run asks from instead of the kept mark: five minutes earlier, for changes that appear late. */
  readonly overlap?: ((mark: NoInfer<M>) => NoInfer<M>) | undefined;
  /**
   * Called when a run begins. No mark above it is kept: give the time of the service, and objects may come in any order.
   * Without it, marks must rise or fall from object to object.
   */
  readonly ceiling?: (() => NoInfer<M>) | undefined;
}

// Places have a bounded size, and so has what they hold.
const maxLength = 1_000;

/** Numbers and bigints are one kind, strings of digits another, other strings a third. Anything else is NaN, which equals none. */
const kindOf = (mark: unknown): unknown => {
  if (typeof mark === 'string' && mark.length <= maxLength) return /^\d+$/.test(mark);
  return Number.isFinite(mark) || (typeof mark === 'bigint' && String(mark).length <= maxLength)
    ? 'number'
    : NaN;
};

/** Whether a mark is above another (1), below it (-1) or neither (0). */
export const compareMarks = (mark: Mark, other: Mark): number => {
  const kind = kindOf(mark);
  if (kind !== kindOf(other)) {
    throw new TypeError(
      'durable: marks must be strings, numbers or bigints of at most 1,000 characters (date.toISOString(), not a Date), and ' +
        'of one kind: a number beside a string, or digits beside another string, cannot be compared',
    );
  }
  const [a, b] = kind === true ? [BigInt(mark), BigInt(other)] : [mark, other];
  return Number(a > b) - Number(a < b);
};

/** What a user's function gave, which may be anything. */
const checked = (given: unknown, before?: Mark | null): Mark => {
  const mark = given as Mark;
  compareMarks(mark, before ?? mark);
  return mark;
};

/** A run that begins, or begins again: what was seen without a ceiling does not count with one. */
export const beginFrom = ([run, before, from]: Marks, ceiling: (() => Mark) | undefined): Marks =>
  ceiling
    ? [run, before, from, checked(ceiling(), before), before]
    : countedFrom([run, before, from, undefined, before]);

/** A run without a ceiling that begins now, or was begun by a version that did not keep when. */
export const countedFrom = ([
  run,
  before,
  from,
  ,
  highest,
  last,
  direction,
  lowest,
  invalid,
]: Marks): Marks => [
  run,
  before,
  from,
  undefined,
  highest,
  last,
  direction,
  lowest,
  invalid,
  Date.now(),
];

/** The run that follows the one that came to `before`; the first run follows none. */
export const beginRun = <A>(
  { first, overlap, ceiling }: MarkOptions<A>,
  run: string,
  before: Mark | null | undefined,
): Marks => {
  const isFirst = isNil(before);
  const from = isFirst ? first : overlap ? overlap(before) : before;
  return beginFrom(
    [run, before, isFirst && from === undefined ? from : checked(from, before)],
    ceiling,
  );
};

/** The milliseconds of an ISO time, in UTC where it names no zone; NaN for anything else. Ids look like seconds. */
const timeOf = (mark: Mark): number => {
  const text = String(mark);
  const [, day, time = ''] = /^(\d{4}-\d\d-\d\d)(?:[T ](.+))?/i.exec(text) ?? [];
  const isInZone = time === '' || /(?:Z|[+-]\d\d:?(?:\d\d)?|UTC|GMT)$/i.test(time);
  return day === undefined ? NaN : Date.parse(isInZone ? text : `${day}T${time}Z`);
};

/** More than a day ahead of the clock: it would end everything that comes after it. */
const isAhead = (mark: Mark): boolean => timeOf(mark) > Date.now() + 86_400_000;

/** What an object that could not be read has as its mark, which may be anything. */
const markOfInvalid = <A>(
  record: unknown,
  markOf: MarkOptions<A>['of'],
): Mark | null | undefined => {
  try {
    return markOf(record as A);
  } catch {
    return undefined;
  }
};

/** Objects move to other pages when some are edited or deleted, and those that were read are not read again. */
const warnOfNumbers = (): void =>
  warnOnce(
    'marks',
    'durable with mark over byOffset or byPageNumber misses objects that move to a page that was read. Give a ceiling and read ' +
      'everything now and then, or walk by a cursor',
  );

/** The place of a page, with what is remembered of the run after it. Throws where its marks are out of order. */
export const marksAfter = <A>(
  at: Place | undefined,
  { data, place }: Page<A>,
  markOf: MarkOptions<A>['of'],
  onAhead: (mark: Mark) => void,
): Place => {
  const marks = marksOf(at);
  if (!at || !marks) return place;
  const [run, before, from] = marks;
  const ceiling = marks[3] as Mark | null | undefined;
  const [, , , , , , , , , began] = marks;
  let [, , , , highest, last, direction, lowest, invalid, , newest] = marks;
  const isFree = isNil(ceiling);
  // What changes after its parent was walked is missed, even where the marks happen to rise.
  if (isFree && hiddenOf(place)?.each) {
    throw new Error(
      'durable: the marks of walkEach come in no order: give a ceiling, mark: { …, ceiling: () => now }',
    );
  }
  if (isFree && hiddenOf(place)?.traits?.isCounted) warnOfNumbers();
  for (const object of data) {
    if (isLeft(object)) continue;
    const mark = markOf(object.right);
    if (isNil(mark)) continue;
    if (isFree && isAhead(mark)) {
      onAhead(mark);
      continue;
    }
    const turn = isFree ? compareMarks(mark, last ?? mark) : 0;
    if (turn * (direction ?? 0) < 0) {
      // Newest first, what moves down over the end of a page comes again.
      if (turn > 0 && compareMarks(mark, newest ?? highest ?? mark) <= 0) continue;
      throw new Error(
        'durable: the marks of a walk must rise, or fall, from object to object: sort the request by the mark, or give ' +
          'a ceiling, mark: { …, ceiling: () => now }. They do not on page ' +
          String(place.pages),
      );
    }
    if (turn !== 0) direction = turn;
    last = mark;
    // What changed after the run began may come before something older that is not there yet.
    if (isFree && timeOf(mark) > (began ?? Infinity)) {
      newest = compareMarks(mark, newest ?? mark) > 0 ? mark : (newest ?? mark);
      continue;
    }
    const bounded = isFree || compareMarks(mark, ceiling) < 0 ? mark : ceiling;
    if (compareMarks(bounded, (highest ??= bounded)) > 0) highest = bounded;
  }
  // A mark of another kind than those of the objects that could be read is often why an object could not be.
  const unread = data.filter(isLeft).map(({ left }) => markOfInvalid(left.record, markOf));
  if (!isNil(lowest)) unread.unshift(lowest);
  lowest = undefined;
  for (const mark of unread) {
    if (isNil(mark) || kindOf(mark) !== kindOf(highest ?? newest ?? ceiling ?? lowest ?? mark))
      invalid = (invalid ?? 0) + 1;
    else if (compareMarks(mark, (lowest ??= mark)) < 0) lowest = mark;
  }
  // A page that is asked for again has not moved the walk.
  if (place.pages <= at.pages) [, , , , , last, direction] = marks;
  if (!place.isLast) {
    return placeWithMarks(place, [
      run,
      before,
      from,
      ceiling,
      highest,
      last,
      direction,
      lowest,
      invalid,
      began,
      newest,
    ]);
  }
  const reached =
    isNil(lowest) || isNil(highest) || compareMarks(lowest, highest) > 0 ? highest : lowest;
  const kept =
    isNil(before) || isNil(reached) || compareMarks(reached, before) > 0 ? reached : before;
  return placeWithMarks(
    place,
    invalid ? [run, kept, null, null, null, null, null, null, invalid] : [run, kept],
  );
};
