import { isLeft } from 'fp-ts/Either';
import { type Option, isSome, none, some, toUndefined } from 'fp-ts/Option';
import { checkKnown } from '../../model/optionChecks';
import type { Draft, SlotIn, Slot } from '../../model/paging/draft';
import type { Paging } from '../../model/paging/scheme';
import type { Source } from '../../model/paging/sources';
import { body } from '../slots/body';
import { query } from '../slots/query';
import { pagingBy } from './compile';
import { checkSlots } from './requests';
import { breaks, goesOn, lastPage, repeatedPage, type Rule } from './Rule';
import { pageMarks } from './pageMarks';
import { countIn, endReader, isNil, isWholeNumber, type ReadLast } from './signals';
import { jsonText, type TokenText } from './tokenText';

/** What the schemes that count have in common. @inline */
export interface NumberOptions<In extends SlotIn> {
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
  /** By default `last` says whether a page is the last one. */
  readonly lastIn?: ReadLast;
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

/** Where a walk is. */
interface Count {
  readonly number: number;
  /** The objects before the page. Where it is left out, the number says that, and nothing else is known. */
  readonly objects?: number;
  /** How many pages before it were equal. */
  readonly equal?: number;
  /** Whether it is asked for because the total may be that of the page before. */
  readonly isProbe?: boolean;
  /** The number of the last page, if a link has named it. */
  readonly last?: number | undefined;
}

/** Stands in a text for the number of equal pages, of a probe. */
const probing = -1;

const isList = (json: unknown): json is readonly [number, number, number, number?] =>
  Array.isArray(json) &&
  [3, 4].includes(json.length) &&
  isWholeNumber(json[0]) &&
  json.every(Number.isSafeInteger);

/** A number alone where that says all: a page token of the user's may be one. Otherwise all that is known, in a list. */
const countText: TokenText = {
  ...jsonText,
  read: (text) => {
    const json = toUndefined(jsonText.read(text));
    if (isWholeNumber(json)) return some<Count>({ number: json });
    if (!isList(json)) return none;
    const [number, objects, repeats, last] = json;
    const isProbe = repeats === probing;
    return some<Count>({ number, objects, equal: Math.max(repeats, 0), isProbe, last });
  },
  write: (count) => {
    const { number, objects, equal = 0, isProbe, last } = count as Count;
    const known = [number, objects, isProbe ? probing : equal];
    if (last !== undefined) known.push(last);
    return jsonText.write(objects === undefined ? number : known);
  },
};

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

/** The paging by a rule that counts. Where nothing is said about the end, the first empty page is the last. */
export const countedPaging = <In extends SlotIn>(
  name: string,
  options: NumberOptions<In> & {
    readonly first?: number | undefined;
    readonly last?: Source | undefined;
  },
  counting: Counting,
): Paging<In> => {
  const { to, total, more, last, pastEnd, mayRepeat, first, ...others } = options;
  checkKnown(name, others);
  checkSlots(name, [to]);
  const endIn = endReader(name, { total, more, last }, counting.lastIn);
  const { origin, step, at, before: objectsAt, problemOf, isLinked = false } = counting;

  const problem = (): string | undefined => {
    if (first !== undefined && !isWholeNumber(first))
      return `${name}: first must be a whole number`;
    if (mayRepeat !== undefined && typeof mayRepeat !== 'boolean')
      return `${name}: mayRepeat must be true or false`;
    const isRight = pastEnd === undefined || (Array.isArray(pastEnd) && pastEnd.every(isStatus));
    return isRight ? undefined : `${name}: pastEnd must be a list of statuses, such as [404]`;
  };

  const numberOf = (cursor: Option<Count>): number =>
    isSome(cursor) ? cursor.value.number : origin;
  const objectsBefore = (number: number, start: Option<Count>): number =>
    total ? objectsAt(number, numberOf(start)) : notCounted;
  const isProbe = (cursor: Option<Count>): boolean =>
    isSome(cursor) && cursor.value.isProbe === true;

  const rule = {
    start: (draft, refuse) => {
      const there = to.valueIn(draft);
      const astray = startElsewhere(draft, to);
      if (astray !== undefined)
        refuse(
          astray,
          `is where a walk would begin, but its numbers go to ${to.label}: put it there`,
        );
      if (isNil(there)) return first === undefined ? none : some({ number: first });
      const number = countIn(there);
      const wrong = isWholeNumber(number)
        ? problemOf(number)
        : 'must be a whole number: the walk begins with it';
      if (wrong !== undefined) refuse(to.label, wrong);
      return some({ number: number as number });
    },
    isCursor: (count) => isWholeNumber((count as Count).number),
    sent: ({ number }) => [[to, number]],
    onRepeat: (cursor) => {
      if (mayRepeat) return 'count';
      return isProbe(cursor) ? 'last' : 'error';
    },
    numbered: {
      // Without the length of a page, a scheme that counts objects knows no number. Nothing is expected behind a probe.
      follow: (before, items = NaN) => {
        const number = step(numberOf(before), items);
        if (!isWholeNumber(number) || number === numberOf(before) || isProbe(before)) return none;
        if (!isLinked) return some({ number });
        const known = isSome(before) ? before.value.last : undefined;
        return known !== undefined && number <= known
          ? some({ number, objects: notCounted, last: known })
          : none;
      },
      seek: (before, items, size) => {
        const number = at(numberOf(before), items, size);
        return isWholeNumber(number) ? some({ number }) : none;
      },
      pastEnd: (status, cursor) =>
        (pastEnd?.includes(status) ?? false) || (noPage.includes(status) && isProbe(cursor)),
    },
    next: ({ answer, items: { length }, start }, before, isRepeated) => {
      if (length === 0 && isProbe(before)) return lastPage();
      const {
        number,
        objects,
        equal = 0,
      }: Count = isSome(before) ? before.value : { number: numberOf(start) };
      const said = endIn(answer, number);
      if (isLeft(said)) return said;
      const { more: goes, total: all, last: known } = said.right;
      const beside = { total: all, last: known };
      if (goes === false) return lastPage(beside);

      const earlier = isProbe(before) ? notCounted : (objects ?? objectsBefore(number, start));
      const came = earlier === notCounted ? notCounted : earlier + length;
      const isDecided = all !== undefined && came !== notCounted && came <= all;
      const isSaid = goes !== undefined;
      const isFull = isDecided && came === all && !isSaid;
      // Many services call the number of items on a page their total: the next page shows whether this one does (law 32).
      // Objects may come before request 1, of a list that counts from 0 or from 1: the total may be one object further.
      const isInMiddle = first === undefined && objectsBefore(numberOf(start), start) > 0;
      const isDoubtful = length > 0 && (earlier === 0 || isInMiddle);
      if (isFull && !isDoubtful) return lastPage(beside);
      if (length === 0 && !isSaid && !isDecided) return lastPage(beside);

      const alike = isRepeated ? equal + 1 : 0;
      if (alike + 1 >= tooManyEqual && !isDecided && known === undefined) return repeatedPage;
      const following = step(number, length);
      if (following === number)
        return breaks('RepeatedToken', {
          ...beside,
          ...(isDecided && !isSaid && { at: total?.label }),
        });
      // A total that is not known on this page may be known on the next one. One that was disproved stays so (law 32).
      const counted = all === undefined || isDecided ? came : notCounted;
      const isPlain =
        alike === 0 &&
        !isFull &&
        counted === objectsBefore(following, start) &&
        !(isLinked && known);
      return goesOn<Count>(
        isPlain
          ? { number: following }
          : {
              number: following,
              objects: counted,
              equal: alike,
              isProbe: isFull,
              last: isLinked ? known : undefined,
            },
        beside,
      );
    },
  } satisfies Rule<Count>;
  return pagingBy({
    label: `${name} ${to.label}`,
    slots: [to],
    problem: problem() ?? counting.problem,
    rule,
    marks: pageMarks,
    text: countText,
  });
};
