import { right } from 'fp-ts/Either';
import type { Slot } from '../../model/paging/draft';
import type { Answer, Source } from '../../model/paging/sources';
import { unreadable } from '../../model/errors/WalkError';
import { countIn, isAbsent, isWholeNumber, type Signal } from './signals';

/** A link to the last page, and the one to the next page that stands beside it. */
export interface LinkedSource extends Source {
  readonly sibling: (relation: string) => Source;
}

export const isLink = (source: Source | undefined): source is LinkedSource =>
  source?.sibling !== undefined;

/** The number in the query string of a link. */
const numberIn = (target: unknown, name: string): unknown => {
  try {
    return countIn(new URL(String(target), 'http://base.invalid').searchParams.get(name));
  } catch {
    return undefined;
  }
};

/**
 * The number of the last page, as the address of a link has it where a walk sends its own numbers. Without such a link, a link to the
 * next page says that this is not the last one (false), and none of both that it is: its own number.
 */
export const lastByLink =
  (last: LinkedSource, { part, label }: Slot) =>
  (answer: Answer, number: number): Signal<number | boolean> => {
    const target = last.read(answer);
    if (isAbsent(target)) return right(isAbsent(last.sibling('next').read(answer)) && number);
    const name = label.slice(part.length + 1);
    const found = numberIn(target, name);
    return isWholeNumber(found)
      ? right(found)
      : unreadable([{ at: last.label, message: `must have a whole number at ${name}` }]);
  };

/** Why the number of a link cannot be found. */
export const linkProblem = (scheme: string, { part, label }: Slot): string | undefined =>
  part === 'query' && label !== part
    ? undefined
    : `${scheme}: a link as last needs a slot of the query string, such as to: query('page')`;
