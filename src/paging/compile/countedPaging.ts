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
import { breaks, goesOn, lastPage, type Numbered, repeatedPage, type Rule } from './Rule';
import { pageMarks } from './pageMarks';
import type { NumberOptions } from './NumberOptions';
import { countIn, endReader, isNil, isWholeNumber, type ReadLast } from './signals';
import { jsonText, type TokenText } from './tokenText';

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

/** Where a walk by numbers is. */
interface PageCount {
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
    if (isWholeNumber(json)) return some<PageCount>({ number: json });
    if (!isList(json)) return none;
    const [number, objects, repeats, last] = json;
    const isProbe = repeats === probing;
    return some<PageCount>({ number, objects, equal: Math.max(repeats, 0), isProbe, last });
  },
  write: (count) => {
    const { number, objects, equal = 0, isProbe, last } = count as PageCount;
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

/** What is known of a page that may be the last one. */
interface PageSaid {
  readonly length: number;
  /** The objects before it, if they are known. */
  readonly earlier: number;
  readonly more: boolean | undefined;
  readonly total: number | undefined;
  /** Whether objects may come before request 1. The list may count from 0 or from 1, so that the total is one object further. */
  readonly isInMiddle: boolean;
}

/** What a page and its total come to. */
const reckoned = ({ length, earlier, more, total, isInMiddle }: PageSaid) => {
  const came = earlier === notCounted ? notCounted : earlier + length;
  const isDecided = total !== undefined && came !== notCounted && came <= total;
  const isFull = isDecided && came === total && more === undefined;
  // Many services call the number of items on a page their total: the next page shows whether this one does (law 32).
  const isDoubtful = length > 0 && (earlier === 0 || isInMiddle);
  const isEmptyEnd = length === 0 && more === undefined && !isDecided;
  return {
    isDecided,
    isFull,
    isLast: more === false || (isFull && !isDoubtful) || isEmptyEnd,
    // A total that is not known on this page may be known on the next one. One that was disproved stays so (law 32).
    counted: total === undefined || isDecided ? came : notCounted,
  };
};

/** The number of a page; of the first one it is `origin` if request 1 carries none. */
const numberFrom =
  (origin: number) =>
  (cursor: Option<PageCount>): number =>
    isSome(cursor) ? cursor.value.number : origin;

const isProbe = (cursor: Option<PageCount>): boolean =>
  isSome(cursor) && cursor.value.isProbe === true;

/** The options of both schemes that count. */
type CountedOptions<In extends SlotIn> = NumberOptions<In> & {
  readonly first?: number | undefined;
  readonly last?: Source | undefined;
};

/** What is wrong with these options; undefined: nothing. */
const optionProblem = (
  name: string,
  { first, mayRepeat, pastEnd }: CountedOptions<SlotIn>,
): string | undefined => {
  if (first !== undefined && !isWholeNumber(first)) return `${name}: first must be a whole number`;
  if (mayRepeat !== undefined && typeof mayRepeat !== 'boolean')
    return `${name}: mayRepeat must be true or false`;
  const isRight = pastEnd === undefined || (Array.isArray(pastEnd) && pastEnd.every(isStatus));
  return isRight ? undefined : `${name}: pastEnd must be a list of statuses, such as [404]`;
};

/** Finds the number that request 1 carries: the one that stands in it already, or the first one that the user gives. */
const startOf =
  (
    to: Slot,
    first: number | undefined,
    problemOf: Counting['problemOf'],
  ): Rule<PageCount>['start'] =>
  (draft, refuse) => {
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
  };

/** How the pages of other numbers are found, before a page has said so. */
const numberedBy = (
  { origin, step, at, isLinked = false }: Counting,
  pastEnd: ReadonlyArray<number> = [],
): Numbered<PageCount> => {
  const numberOf = numberFrom(origin);
  return {
    // Without the length of a page, a scheme that counts objects knows no number. Nothing is expected behind a probe.
    follow: (before, items = NaN) => {
      const number = step(numberOf(before), items);
      if (!isWholeNumber(number) || number === numberOf(before) || isProbe(before)) return none;
      if (!isLinked) return some({ number });
      const last = isSome(before) ? before.value.last : undefined;
      return last !== undefined && number <= last
        ? some({ number, objects: notCounted, last })
        : none;
    },
    seek: (before, items, size) => {
      const number = at(numberOf(before), items, size);
      return isWholeNumber(number) ? some({ number }) : none;
    },
    pastEnd: (status, cursor) =>
      pastEnd.includes(status) || (noPage.includes(status) && isProbe(cursor)),
  };
};

/** What a page says about the next one: whether it is the last one, and which number follows. */
const nextBy = (
  name: string,
  { total, more, last, first }: CountedOptions<SlotIn>,
  { origin, step, before: objectsAt, lastIn, isLinked = false }: Counting,
): Rule<PageCount>['next'] => {
  const endIn = endReader(name, { total, more, last }, lastIn);
  const numberOf = numberFrom(origin);
  const objectsBefore = (number: number, start: Option<PageCount>): number =>
    total ? objectsAt(number, numberOf(start)) : notCounted;

  return ({ answer, items: { length }, start }, before, isRepeated) => {
    if (length === 0 && isProbe(before)) return lastPage();
    const count: PageCount = isSome(before) ? before.value : { number: numberOf(start) };
    const { number, equal = 0 } = count;
    const said = endIn(answer, number);
    if (isLeft(said)) return said;
    const { more: goes, total: all, last: known } = said.right;
    const beside = { total: all, last: known };
    const earlier = count.objects ?? objectsBefore(number, start);
    const { isDecided, isFull, isLast, counted } = reckoned({
      length,
      earlier: isProbe(before) ? notCounted : earlier,
      more: goes,
      total: all,
      isInMiddle: first === undefined && objectsBefore(numberOf(start), start) > 0,
    });
    if (isLast) return lastPage(beside);

    const alike = isRepeated ? equal + 1 : 0;
    if (alike + 1 >= tooManyEqual && !isDecided && known === undefined) return repeatedPage;
    const following = step(number, length);
    if (following === number)
      return breaks('RepeatedToken', {
        ...beside,
        ...(isDecided && goes === undefined && { at: total?.label }),
      });
    const linked = isLinked ? known : undefined;
    const isPlain =
      alike === 0 && !isFull && counted === objectsBefore(following, start) && !linked;
    return goesOn<PageCount>(
      isPlain
        ? { number: following }
        : { number: following, objects: counted, equal: alike, isProbe: isFull, last: linked },
      beside,
    );
  };
};

/** The paging by a rule that counts. Where nothing is said about the end, the first empty page is the last. */
export const countedPaging = <In extends SlotIn>(
  name: string,
  options: CountedOptions<In>,
  counting: Counting,
): Paging<In> => {
  const { to, first, pastEnd, mayRepeat } = options;
  checkKnown(name, options, ['to', 'first', 'pastEnd', 'mayRepeat', 'total', 'more', 'last']);
  checkSlots(name, [to]);
  const onRepeat = (cursor: Option<PageCount>) =>
    mayRepeat ? 'count' : isProbe(cursor) ? 'last' : 'error';
  return pagingBy({
    label: `${name} ${to.label}`,
    slots: [to],
    problem: optionProblem(name, options) ?? counting.problem,
    rule: {
      start: startOf(to, first, counting.problemOf),
      isCursor: (count) => isWholeNumber((count as PageCount).number),
      sent: ({ number }) => [[to, number]],
      onRepeat,
      numbered: numberedBy(counting, pastEnd),
      next: nextBy(name, options, counting),
    } satisfies Rule<PageCount>,
    marks: pageMarks,
    text: countText,
  });
};
