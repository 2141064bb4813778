import { isLeft } from 'fp-ts/Either';
import { isSome } from 'fp-ts/Option';
import type { Answer, Paging, Part, Slot, Source } from '../../model/endpoints/Paging';
import { breaks, cursorPaging, goesOn, lastPage, type NextCursor } from './cursorPaging';
import { isWhole, readMore, type Signal } from './signals';

interface NumberPaging<In extends Part, End> {
  readonly name: string;
  readonly to: Slot<In>;
  readonly more: Source | undefined;
  /** The number that request 1 carries. */
  readonly first: number | undefined;
  /** What request 1 stands for where it carries none. */
  readonly start: number;
  /** What an answer says about the end. */
  readonly end: (answer: Answer) => Signal<End>;
  readonly isLast: (end: End, number: number, items: number) => boolean;
  /** The number that follows. The same again would bring the same page. */
  readonly step: (number: number, items: number) => number;
}

/** Makes a scheme that counts. Where nothing is said about the end, the first empty page is the last. */
export const numberPaging = <In extends Part, End>(described: NumberPaging<In, End>): Paging<In> => {
  const { name, to, more, first, start, end, isLast, step } = described;
  return cursorPaging({
    label: `${name} ${to.label}`,
    slots: [to],
    problem: first === undefined || isWhole(first) ? undefined : `${name}: first must be a whole number`,
    first,
    isCursor: isWhole,
    comparesPages: true,
    sent: (number) => [[to, number]],
    next: (answer, { length }, before): NextCursor => {
      const goes = readMore(more, answer);
      if (isLeft(goes)) return goes;
      const said = end(answer);
      if (isLeft(said)) return said;
      const number = isSome(before) ? (before.value as number) : (first ?? start);
      if (goes.right === false || (said.right !== undefined && isLast(said.right, number, length))) return lastPage;
      if (length === 0 && goes.right === undefined && said.right === undefined) return lastPage;
      const following = step(number, length);
      return following === number ? breaks('RepeatedToken') : goesOn(following);
    },
  });
};
