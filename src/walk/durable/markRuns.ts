import { isLeft, right } from 'fp-ts/Either';
import { toUndefined } from 'fp-ts/Option';
import type { Page } from '../../model/endpoints/Page';
import type { Mark } from '../../model/place/Mark';
import { nextRound } from '../../model/place/nextRound';
import { heldParents, hiddenOf } from '../../model/place/placeInternals';
import type { Place } from '../../model/place/Place';
import type { MarkRun } from '../../model/place/Run';
import { firstPlace, markRunOf, newRun, placeIn, runOf } from '../../model/place/runs';
import { warnOnce } from '../../model/warnOnce';
import { compareMarks, isAhead, markKind, type MarkOptions, timeOf } from './marks';
import type { Strategy } from './Strategy';

/** What a user's function gave, which may be anything. */
const checkedMark = (given: unknown, before?: Mark): Mark => {
  const mark = given as Mark;
  compareMarks(mark, before ?? mark);
  return mark;
};

/** A run that begins, or begins again: what was seen without a ceiling does not count with one. */
const begunNow = <A>({ run, before, from }: MarkRun, { ceiling }: MarkOptions<A>): MarkRun => {
  const own = { by: 'mark', run, before, from, highest: before } as const;
  return ceiling
    ? { ...own, ceiling: checkedMark(ceiling(), before) }
    : { ...own, began: Date.now() };
};

/** The run that follows the one that came to `before`; the first run follows none. */
const beginRun = <A>(options: MarkOptions<A>, before: Mark | undefined): MarkRun => {
  const { first, overlap } = options;
  const from = before === undefined ? first : overlap ? overlap(before) : before;
  const isFromStart = before === undefined && from === undefined;
  return begunNow(
    {
      by: 'mark',
      run: newRun(),
      before,
      from: isFromStart ? undefined : checkedMark(from, before),
    },
    options,
  );
};

/** Where a run continues whose ceiling, or beginning, an earlier version or call did not keep. */
const resumed = <A>(kept: Place, options: MarkOptions<A>): Place => {
  const run = markRunOf(kept);
  if (!run || run.ceiling !== undefined) return kept;
  if (options.ceiling)
    return placeIn(toUndefined(nextRound(kept, Infinity)) ?? kept, begunNow(run, options));
  return run.began === undefined ? placeIn(kept, { ...run, began: Date.now() }) : kept;
};

/** The higher of two marks. */
const higher = (mark: Mark, other: Mark | undefined): Mark =>
  other === undefined || compareMarks(mark, other) > 0 ? mark : other;

const outOfOrder = (page: number): Error =>
  new Error(
    'durable: the marks of a walk must rise, or fall, from object to object: sort the request by the mark, or give ' +
      `a ceiling, mark: { …, ceiling: () => now }. They do not on page ${page}`,
  );

/** What the objects of a run change. It is made for each of them, and a copy of all of a run would take twenty times as long. */
type SeenMarks = Pick<MarkRun, 'last' | 'direction' | 'highest' | 'newest'>;

/** The highest mark of a run so far, whether it counts or not. */
const topOf = ({ newest, highest }: SeenMarks): Mark | undefined => newest ?? highest;

/** After an object with a mark: what changed after the run began may come before something older that is not there yet. */
const afterMark = (
  seen: SeenMarks,
  mark: Mark,
  direction: number | undefined,
  began: number,
): SeenMarks => {
  const { highest, newest } = seen;
  return timeOf(mark) > began
    ? { last: mark, direction, highest, newest: higher(mark, newest) }
    : { last: mark, direction, highest: higher(mark, highest), newest };
};

/** The highest mark that a run has seen so far; it begins with what the run before came to, which is not one of its objects. */
const topSeen = (seen: SeenMarks, before: Mark | undefined): Mark | undefined => {
  const top = topOf(seen);
  return top !== undefined && (before === undefined || compareMarks(top, before) > 0)
    ? top
    : undefined;
};

/** Newest first, only the first page may have marks above all that came before, and those after a page of what is pinned to the top. */
const afterNewestFirst = (
  seen: SeenMarks,
  mark: Mark,
  page: number,
  { before, began = Infinity }: MarkRun,
): SeenMarks => {
  const top = topSeen(seen, before);
  if (page > 1 && top !== undefined && compareMarks(mark, top) > 0) throw outOfOrder(page);
  return afterMark(seen, mark, -1, began);
};

/** After an object with a mark, without a ceiling: it has to be in order. */
const afterInOrder = (
  seen: SeenMarks,
  mark: Mark,
  page: number,
  { began = Infinity }: MarkRun,
): SeenMarks => {
  const { last, direction = 0 } = seen;
  const turn = compareMarks(mark, last ?? mark);
  if (turn * direction < 0) {
    // Newest first, what moves down over the end of a page comes again.
    if (turn > 0 && compareMarks(mark, topOf(seen) ?? mark) <= 0) return seen;
    throw outOfOrder(page);
  }
  return afterMark(seen, mark, turn === 0 ? seen.direction : turn, began);
};

const afterBounded = (
  { last, direction, highest, newest }: SeenMarks,
  mark: Mark,
  ceiling: Mark,
): SeenMarks => {
  const bounded = compareMarks(mark, ceiling) < 0 ? mark : ceiling;
  return { last, direction, highest: higher(bounded, highest), newest };
};

/** What an object that could not be read has as its mark, which may be anything. */
const markOfInvalid = <A>(record: unknown, markOf: MarkOptions<A>['of']): Mark | undefined => {
  try {
    return markOf(record as A) ?? undefined;
  } catch {
    return undefined;
  }
};

/** A run after the objects of a page that could not be read. */
const afterInvalid = (run: MarkRun, marks: ReadonlyArray<Mark | undefined>): MarkRun => {
  const { highest, newest, ceiling } = run;
  let { lowest, invalid, unread = 0 } = run;
  const known = lowest;
  lowest = undefined;
  // A mark of another kind than those of the objects that could be read is often why an object could not be.
  for (const mark of known === undefined ? marks : [known, ...marks]) {
    if (
      mark === undefined ||
      markKind(mark) !== markKind(highest ?? newest ?? ceiling ?? lowest ?? mark)
    )
      invalid = (invalid ?? 0) + 1;
    else if (compareMarks(mark, (lowest ??= mark)) < 0) lowest = mark;
  }
  unread += marks.filter((mark) => mark !== undefined).length;
  return { ...run, lowest, invalid, unread };
};

/** How many objects that could not be read hold the mark at the lowest of theirs. 1.0.0-rc.2 did not count them. */
const heldObjects = ({ lowest, highest, unread = 0 }: MarkRun): number =>
  lowest !== undefined && highest !== undefined && compareMarks(lowest, highest) <= 0
    ? Math.max(unread, 1)
    : 0;

/** What holds the mark of a run where it is: of the one under way, or of the last one. */
export const markHolders = (place: Place, run: MarkRun): MarkRun['held'] => {
  if (place.isLast) return run.held;
  const [parents, objects] = [heldParents(place), heldObjects(run)];
  return parents + objects > 0 ? { parents, objects } : undefined;
};

/** What a run has come to with its last page: where parents have not brought all of their objects, the next one asks from the same. */
const ended = (known: MarkRun, parents: number): MarkRun => {
  const { run, before, highest, lowest, invalid } = known;
  const objects = heldObjects(known);
  const reached = objects > 0 ? lowest : highest;
  const kept = reached === undefined || parents > 0 ? before : higher(reached, before);
  const held = parents + objects > 0 ? { parents, objects } : undefined;
  return { by: 'mark', run, before: kept, invalid, held };
};

/** Objects move to other pages when some are edited or deleted, and those that were read are not read again. */
const warnOfNumbers = (): void =>
  warnOnce(
    'marks',
    'durable with mark over byOffset or byPageNumber misses objects that move to a page that was read. Give a ceiling and read ' +
      'everything now and then, or walk by a cursor',
  );

const marksIn = <A>({ data }: Page<A>, { of }: MarkOptions<A>): ReadonlyArray<Mark> =>
  data.flatMap((object) => (isLeft(object) ? [] : (of(object.right) ?? [])));

/** Newest first, a run is done with the page that ends below what it asks from. What is pinned to the top ends nothing. */
const reachesBelow = (
  from: Mark | undefined,
  marks: ReadonlyArray<Mark>,
  isFirst: boolean,
): boolean => {
  const [before, last] = [marks.at(-2), marks.at(-1)];
  if (from === undefined || last === undefined || compareMarks(last, from) >= 0) return false;
  if (isFirst && marks.every((mark) => compareMarks(mark, from) < 0)) return false;
  return before === undefined || compareMarks(last, before) <= 0;
};

/** Marks as objects of a walk may have them, and who hears of those far ahead. */
interface AskingByMarks<A> {
  readonly options: MarkOptions<A>;
  readonly onAhead: (mark: Mark) => void;
}

/** A run after the objects of a page. */
const afterObjects = <A>(
  { options, onAhead }: AskingByMarks<A>,
  before: MarkRun,
  { data, place }: Page<A>,
): MarkRun => {
  const { ceiling } = before;
  const afterObject = options.newestFirst ? afterNewestFirst : afterInOrder;
  const seen = data.reduce((known: SeenMarks, object) => {
    const mark = isLeft(object) ? undefined : options.of(object.right);
    if (mark === undefined || mark === null) return known;
    if (ceiling !== undefined) return afterBounded(known, mark, ceiling);
    if (!isAhead(mark)) return afterObject(known, mark, place.pages, before);
    onAhead(mark);
    return known;
  }, before);
  return { ...before, ...seen };
};

/** Refuses pages whose marks come in no order, where an order is needed, and warns of numbers. */
const checkOrder = <A>(
  { newestFirst = false }: MarkOptions<A>,
  { ceiling }: MarkRun,
  place: Place,
): void => {
  const { each, traits } = hiddenOf(place) ?? {};
  if (newestFirst && each) {
    throw new TypeError(
      'durable: mark.newestFirst excludes walkEach, whose marks come in no order',
    );
  }
  if (ceiling !== undefined) return;
  // What changes after its parent was walked is missed, even where the marks happen to rise.
  if (each) {
    throw new Error(
      'durable: the marks of walkEach come in no order: give a ceiling, mark: { …, ceiling: () => now }',
    );
  }
  if (traits?.isCounted) warnOfNumbers();
};

/** The place of a page, with what is remembered of the run after it. Throws where its marks are out of order. */
const afterPage = <A>(asking: AskingByMarks<A>, at: Place | undefined, page: Page<A>): Place => {
  const before = markRunOf(at);
  const { data, place } = page;
  if (!at || !before) return placeIn(place, runOf(at));
  const { options } = asking;
  checkOrder(options, before, place);
  const unread = data.filter(isLeft).map(({ left }) => markOfInvalid(left.record, options.of));
  const known = afterInvalid(afterObjects(asking, before, page), unread);
  if (place.isLast) return placeIn(place, ended(known, heldParents(place)));
  // A page that is asked for again has not moved the walk.
  const { last, direction } = place.pages <= at.pages ? before : known;
  return placeIn(place, { ...known, last, direction });
};

/** A walk that asks for what is new by the marks of its objects. */
export const markRuns = <A>(
  options: MarkOptions<A>,
  onAhead: (mark: Mark) => void,
): Strategy<A> => {
  const { newestFirst = false } = options;
  const asking = { options, onAhead };

  return {
    by: 'mark',
    // Where no page is kept, only a mark is.
    begin: (kept) => {
      if (kept && !kept.isLast && kept.pages > 0)
        return { at: resumed(kept, options), isFresh: false };
      const next = beginRun(options, markRunOf(kept)?.before);
      return { at: firstPlace(next), isFresh: true };
    },
    asks: (at) => {
      const mark = newestFirst ? undefined : markRunOf(at)?.from;
      return mark === undefined ? {} : { mark };
    },
    ...(newestFirst && {
      ends: (at: Place | undefined, page: Page<A>) =>
        reachesBelow(markRunOf(at)?.from, marksIn(page, options), page.place.pages === 1),
      hasMoved: (at: Place | undefined, page: Page<A>) => {
        const run = markRunOf(at);
        const top = topSeen(run ?? {}, run?.before);
        return (
          top !== undefined && marksIn(page, options).some((mark) => compareMarks(mark, top) > 0)
        );
      },
    }),
    after: (at, page) => right(afterPage(asking, at, page)),
    again: (_, __, isOwn) => (isOwn ? 'round' : undefined),
    seesAll: (at) => markRunOf(at)?.from === undefined,
    shows: (at) => ({ run: runOf(at)?.run ?? '' }),
  };
};
