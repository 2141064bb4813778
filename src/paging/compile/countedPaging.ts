import { isLeft } from 'fp-ts/Either';
import { type Option, fromNullable, isNone, isSome, none, some } from 'fp-ts/Option';
import { checkKnown } from '../../model/optionChecks';
import type { Draft, Part, Slot } from '../../model/paging/draft';
import type { Paging } from '../../model/paging/scheme';
import type { Answer, Source } from '../../model/paging/sources';
import { body } from '../slots/body';
import { query } from '../slots/query';
import { pagingBy } from './compile';
import { checkSlotsAndSources } from './requests';
import { breaks, goesOn, lastPage, type Next, type Rule } from './Rule';
import {
  checkFallbacks,
  countIn,
  isNil,
  isWholeNumber,
  readCount,
  readFlag,
  type Signal,
} from './signals';
import { comparingPages, repeatedPage } from './unrepeated';

/** What the schemes that count have in common. @inline */
export interface NumberOptions<In extends Part> {
  /** Where a response has the number of all objects: a whole number, as JSON or in digits. */
  readonly total?: Source | undefined;
  /** Where a response says whether there are more pages. */
  readonly more?: Source | undefined;
  /** Statuses that mean "there is no such page", such as `[404]`: on any page but the first they are an empty last page. */
  readonly pastEnd?: ReadonlyArray<number> | undefined;
  /** Accepts equal pages in a row, as a sensor may send them. By default they end the walk with `RepeatedPage`. */
  readonly mayRepeat?: boolean | undefined;
  /** Where the number goes. */
  readonly to: Slot<In>;
}

/** What tells one scheme that counts from another. */
interface Counting {
  /** What request 1 stands for where it carries none. */
  readonly origin: number;
  readonly last: (answer: Answer, number: number) => Signal<number | boolean>;
  /** Whether a link names the last page: pages beyond what is known of it are not asked for ahead. */
  readonly isLinked?: boolean;
  readonly problem?: string | undefined;
  /** The number that follows. The same again would bring the same page. */
  readonly step: (number: number, items: number) => number;
  /** The number of the page that holds the item which lies this many items behind the first one of a page. */
  readonly at: (number: number, items: number, size: number) => number;
  /** The objects before a page, as far as its number tells in a walk that begins at `origin`. */
  readonly before: (number: number, origin: number) => number;
  readonly problemOf: (number: number) => string | undefined;
}

/** This many equal pages in a row are a service that ignores the number, where nothing says how many there are. */
const tooManyEqual = 1_000;

/** The objects before a page where they are not known, or where more came than the total said: it decides nothing any more. */
export const notCounted = -1;

/** Stands where equal pages are counted, if a page is asked for because the total may be that of the page before. */
const probing = -1;

/**
 * Where a walk is: the page's number, the objects before it, how many pages before it were equal, and the number of the last page,
 * if a link has named it.
 */
type Count = readonly [number: number, objects: number, repeats: number, last?: number];

const isCount = (cursor: unknown): cursor is Count =>
  Array.isArray(cursor) &&
  [3, 4].includes(cursor.length) &&
  isWholeNumber(cursor[0]) &&
  cursor.every(Number.isSafeInteger);

/** A number in the other part of a request, under the name of the slot: sent beside it, it would be ignored, or begin elsewhere. */
const startElsewhere = (draft: Draft, { part, label }: Slot): string | undefined => {
  const name = label.slice(part.length + 1);
  const other = part === 'query' ? body : query;
  return part !== 'header' && name !== '' && isWholeNumber(countIn(other(name).valueIn(draft)))
    ? other(name).label
    : undefined;
};

const isStatus = (status: unknown): boolean =>
  Number.isSafeInteger(status) && (status as number) >= 300 && (status as number) <= 599;

/** Statuses that say "there is no such page" where one was asked for only to see whether there is. */
const noPage: ReadonlyArray<number> = [404, 416];

type Cursor = number | Count;

const isProbe = (cursor: Option<Cursor>): boolean =>
  isSome(cursor) && isCount(cursor.value) && cursor.value[2] === probing;

/** The paging by a rule that counts. Where nothing is said about the end, the first empty page is the last. */
export const countedPaging = <In extends Part>(
  name: string,
  options: NumberOptions<In> & { readonly first?: number | undefined },
  counting: Counting,
): Paging<In> => {
  const { to, total, more, pastEnd, mayRepeat, first, ...others } = options;
  checkKnown(name, others);
  checkSlotsAndSources(name, [to], { total, more });
  checkFallbacks(name, { total, more });
  const { origin, last, step, at, before: objectsAt, problemOf, isLinked = false } = counting;

  const problem = (): string | undefined => {
    if (first !== undefined && !isWholeNumber(first))
      return `${name}: first must be a whole number`;
    if (mayRepeat !== undefined && typeof mayRepeat !== 'boolean')
      return `${name}: mayRepeat must be true or false`;
    const isRight = pastEnd === undefined || (Array.isArray(pastEnd) && pastEnd.every(isStatus));
    return isRight ? undefined : `${name}: pastEnd must be a list of statuses, such as [404]`;
  };

  const numberOf = (cursor: Option<Cursor>): number => {
    if (isNone(cursor)) return origin;
    return isCount(cursor.value) ? cursor.value[0] : cursor.value;
  };
  const objectsBefore = (number: number, start: Option<Cursor>): number =>
    total ? objectsAt(number, numberOf(start)) : notCounted;
  /** A cursor is a number alone where that says all: a page token of the user's may be one. */
  const countOf = (cursor: Option<Cursor>, start: Option<Cursor>): Count => {
    if (isSome(cursor) && isCount(cursor.value)) return cursor.value;
    const number = isSome(cursor) ? numberOf(cursor) : numberOf(start);
    return [number, objectsBefore(number, start), 0];
  };
  const cursorOf = (
    [number, objects, repeats]: Count,
    start: Option<Cursor>,
    known: number | undefined,
  ): Cursor => {
    if (known !== undefined) return [number, objects, repeats, known];
    return repeats === 0 && objects === objectsBefore(number, start)
      ? number
      : [number, objects, repeats];
  };
  const lastOf = (cursor: Option<Cursor>): number | undefined =>
    isSome(cursor) && isCount(cursor.value) ? cursor.value[3] : undefined;

  const rule = {
    start: (draft, refuse) => {
      const there = to.valueIn(draft);
      const astray = startElsewhere(draft, to);
      if (astray !== undefined)
        refuse(
          astray,
          `is where a walk would begin, but its numbers go to ${to.label}: put it there`,
        );
      if (isNil(there)) return fromNullable(first);
      const number = countIn(there);
      const wrong = isWholeNumber(number)
        ? problemOf(number)
        : 'must be a whole number: the walk begins with it';
      if (wrong !== undefined) refuse(to.label, wrong);
      return some(number as number);
    },
    isCursor: (cursor) => isWholeNumber(cursor) || isCount(cursor),
    sent: (cursor) => [[to, isCount(cursor) ? cursor[0] : cursor]],
    onRepeat: (cursor) => {
      if (mayRepeat) return 'count';
      return isProbe(cursor) ? 'last' : 'error';
    },
    numbered: {
      // Without the length of a page, a scheme that counts objects knows no number. Nothing is expected behind a probe.
      follow: (before, items = NaN) => {
        const number = numberOf(before);
        const following = step(number, items);
        const isNamed = isWholeNumber(following) && following !== number;
        if (!isNamed || isProbe(before)) return none;
        const known = lastOf(before);
        if (!isLinked) return some(following);
        return known !== undefined && following <= known
          ? some([following, notCounted, 0, known])
          : none;
      },
      seek: (before, items, size) => {
        const number = at(numberOf(before), items, size);
        return isWholeNumber(number) ? some(number) : none;
      },
      pastEnd: (status, cursor) =>
        (pastEnd?.includes(status) ?? false) || (noPage.includes(status) && isProbe(cursor)),
    },
    next: ({ answer, items: { length }, start }, before, isRepeated): Next<Cursor> => {
      const [number, objects, repeats] = countOf(before, start);
      if (length === 0 && repeats === probing) return lastPage();
      const goes = readFlag(more, answer);
      if (isLeft(goes)) return goes;
      const all = readCount(total, answer);
      if (isLeft(all)) return all;
      const end = last(answer, number);
      if (isLeft(end)) return end;

      const beside = {
        total: all.right,
        last: typeof end.right === 'number' ? end.right : undefined,
      };
      const came = objects === notCounted || repeats === probing ? notCounted : objects + length;
      const isDecided = all.right !== undefined && came !== notCounted && came <= all.right;
      // A total that is not known on this page may be known on the next one. One that was disproved stays so (law 32).
      const isDisproved = all.right !== undefined && !isDecided;
      if (goes.right === false || end.right === true) return lastPage(beside);
      if (typeof end.right === 'number' && number >= end.right) return lastPage(beside);
      const isSaid = goes.right !== undefined || end.right !== undefined;
      // Many services call the number of items on a page their total: the next page shows whether this one does (law 32).
      // Objects may come before request 1, of a list that counts from 0 or from 1: the total may be one object further.
      const isInMiddle = first === undefined && objectsBefore(numberOf(start), start) > 0;
      const isDoubtful = length > 0 && (objects === 0 || isInMiddle);
      if (isDecided && came === all.right && !isSaid && !isDoubtful) return lastPage(beside);
      if (length === 0 && !isSaid && !isDecided) return lastPage(beside);
      const equal = isRepeated ? Math.max(repeats, 0) + 1 : 0;
      if (equal + 1 >= tooManyEqual && !isDecided && typeof end.right !== 'number')
        return repeatedPage;
      const following = step(number, length);
      if (following === number)
        return breaks('RepeatedToken', {
          ...beside,
          ...(isDecided && !isSaid && { at: total?.label }),
        });
      const isLook = isDecided && came === all.right && !isSaid;
      return goesOn(
        cursorOf(
          [following, isDisproved ? notCounted : came, isLook ? probing : equal],
          start,
          isLinked && typeof end.right === 'number' ? end.right : undefined,
        ),
        beside,
      );
    },
  } satisfies Rule<Cursor>;
  return pagingBy({
    label: `${name} ${to.label}`,
    slots: [to],
    problem: problem() ?? counting.problem,
    ...comparingPages(rule),
  });
};
