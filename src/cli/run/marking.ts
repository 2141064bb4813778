import * as E from 'fp-ts/Either';
import type { DurableOptions, Mark, Page } from '../../index';
import { foundIn } from '../formats/Format';
import type { Marking } from '../options/readers';

type MarkOfRecords = Exclude<DurableOptions<unknown, void>['mark'], undefined>;

/** The mark of an item; whatever is no string and no number is refused by `durable`. */
const markOf =
  ({ of }: Marking): MarkOfRecords['of'] =>
  (item) =>
    foundIn(item, of) as Mark | undefined;

/** How the walk of a document asks for what is new. */
export const markOptions = (marking: Marking): MarkOfRecords => ({
  of: markOf(marking),
  newestFirst: marking.asking === undefined,
});

/** A name that is misspelt would make every run read everything again. */
export const checkMarks = (data: Page<unknown>['data'], marking: Marking | undefined): void => {
  const objects = data.filter(E.isRight);
  if (marking === undefined || objects.length === 0) return;
  if (objects.some(({ right }) => markOf(marking)(right) !== undefined)) return;
  throw new RangeError(`no item of the first page has anything at ${marking.path} (--mark)`);
};

/** What is wrong with the marks, in the words of the command line. Whatever else was thrown is thrown on. */
export const markProblem = (error: unknown, marking: Marking | undefined): string => {
  if (marking === undefined || !(error instanceof Error)) throw error;
  if (error instanceof RangeError) return error.message;
  if (!error.message.startsWith('durable: ')) throw error;
  const where = `at ${marking.path} (--mark)`;
  const isNewestFirst = marking.asking === undefined;
  return error instanceof TypeError
    ? `the values ${where} cannot be compared: they must all be numbers, all digits, or all other texts`
    : `the items ${isNewestFirst ? 'do not come newest first by' : 'are not in the order of'} what they have ${where}: add what sorts them to the address, or walk without --mark`;
};
