import { isLeft } from 'fp-ts/Either';
import { type Option, isSome, none, some } from 'fp-ts/Option';
import type { Answer, Paging, Part, Slot, Source } from '../../model/endpoints/Paging';
import { checkKnown } from '../../model/optionChecks';
import { cursorPaging, repeatedPage } from './cursorPaging';
import { breaks, fails, goesOn, lastPage, type Next } from './pagingOf';
import { isWholeNumber, readCount, readMore, type Signal } from './signals';

/** What the schemes that count have in common. @inline */
export interface NumberOptions<In extends Part> {
  /** Where an answer has the number of all objects: a whole number, as JSON or in digits. */
  readonly total?: Source | undefined;
  /** Where an answer says whether there are more pages. */
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
  readonly start: number;
  /** The number of the last page, or whether this is it. */
  readonly last: (answer: Answer) => Signal<number | boolean>;
  /** The number that follows. The same again would bring the same page. */
  readonly step: (number: number, items: number) => number;
  /** The objects before a page, where its number tells. */
  readonly before?: (number: number) => number;
}

/** Pages in a row that may be equal where nothing says how many there are. */
const maxRepeats = 1_000;

/** The objects before a page where they are not known, or where more came than the total said: it decides nothing any more. */
const unknown = -1;

/** Where a walk is: the page's number, the objects before it, and how many pages before it were equal. */
type Count = readonly [number: number, objects: number, repeats: number];

const isCount = (cursor: unknown): cursor is Count =>
  Array.isArray(cursor) && cursor.length === 3 && isWholeNumber(cursor[0]) && cursor.every(Number.isSafeInteger);

const isStatus = (status: unknown): boolean =>
  Number.isSafeInteger(status) && (status as number) >= 300 && (status as number) <= 599;

/** Makes a scheme that counts. Where nothing is said about the end, the first empty page is the last. */
export const numberPaging = <In extends Part>(
  name: string,
  options: NumberOptions<In> & { readonly first?: number | undefined },
  counting: Counting,
): Paging<In> => {
  const { to, total, more, pastEnd, mayRepeat, first, ...others } = options;
  checkKnown(name, others);
  const { start, last, step, before: objectsBefore = () => (total ? unknown : 0) } = counting;

  const problem = (): string | undefined => {
    if (first !== undefined && !isWholeNumber(first)) return `${name}: first must be a whole number`;
    const isRight = pastEnd === undefined || (Array.isArray(pastEnd) && pastEnd.every(isStatus));
    return isRight ? undefined : `${name}: pastEnd must be a list of statuses, such as [404]`;
  };

  /** A cursor is a number alone where that says all: a page token of the user's may be one. */
  const countOf = (cursor: Option<unknown>): Count => {
    if (!isSome(cursor)) return [first ?? start, 0, 0];
    if (isCount(cursor.value)) return cursor.value;
    const number = cursor.value as number;
    return [number, number === first ? 0 : objectsBefore(number), 0];
  };
  const cursorOf = ([number, objects, repeats]: Count): unknown =>
    repeats === 0 && objects === objectsBefore(number) ? number : [number, objects, repeats];

  return cursorPaging({
    label: `${name} ${to.label}`,
    slots: [to],
    problem: problem(),
    ...(pastEnd && { pastEnd }),
    first,
    isCursor: (cursor) => isWholeNumber(cursor) || isCount(cursor),
    comparesPages: true,
    mayRepeat,
    sent: (cursor) => [[to, isCount(cursor) ? cursor[0] : cursor]],
    // Without the length of a page, a scheme that counts objects knows no number.
    follow: (before, items = NaN) => {
      const [number] = countOf(before);
      const following = step(number, items);
      return isWholeNumber(following) && following !== number ? some(following) : none;
    },
    next: (answer, { length }, before, isRepeated): Next<unknown> => {
      const goes = readMore(more, answer);
      if (isLeft(goes)) return fails(goes.left);
      const all = readCount(total, answer);
      if (isLeft(all)) return fails(all.left);
      const end = last(answer);
      if (isLeft(end)) return fails(end.left);

      const [number, objects, repeats] = countOf(before);
      const came = objects === unknown ? unknown : objects + length;
      const isDecided = all.right !== undefined && came !== unknown && came <= all.right;
      if (goes.right === false || (isDecided && came === all.right)) return lastPage();
      if (end.right === true || (typeof end.right === 'number' && number >= end.right)) return lastPage();
      const isBounded = isDecided || end.right !== undefined;
      if (length === 0 && goes.right === undefined && !isBounded) return lastPage();
      const equal = isRepeated ? repeats + 1 : 0;
      if (equal >= maxRepeats && !isBounded) return repeatedPage;
      const following = step(number, length);
      if (following === number) return breaks('RepeatedToken');
      return goesOn(cursorOf([following, total && !isDecided ? unknown : came, equal]));
    },
  });
};
