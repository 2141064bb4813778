import { type Either, isLeft, right } from 'fp-ts/Either';
import { typeName } from '../../model/errors/problemsOf';
import { type PageFailure, type Problem, unreadable } from '../../model/errors/WalkError';
import type { Answer, Source } from '../../model/paging/sources';
import { checkSources } from '../slots/at';
import { Unreadable } from '../slots/link';

/** A source that says how far a walk goes, if there is one. */
export type Signal<A> = Either<PageFailure, A | undefined>;

const problemAt = ({ label }: Pick<Source, 'label'>, expected: string, found: unknown): Problem => {
  const message =
    found === undefined ? 'is missing' : `must be ${expected}, but is ${typeName(found)}`;
  return { at: label, message: found instanceof Unreadable ? found.problem : message };
};

export const wrong = (
  source: Source,
  expected: string,
  found: unknown,
): Either<PageFailure, never> => unreadable([problemAt(source, expected, found)]);

export const isNil = (found: unknown): found is null | undefined =>
  found === undefined || found === null;

/** What a response lacks, and how a description says that it may: an absence is an end only where the user has said so (law 26). */
export const missing = (source: Source, found: unknown, advice: string): Problem => ({
  at: source.label,
  message: `is ${found === undefined ? 'missing' : 'null'}: ${advice}`,
});

const orFalse = 'if the service leaves out what is false, write orElse(…, false)';
export const orUnknown = 'if the service does not always know it, write orElse(…, null)';

/** The values that stand for an absent signal, by the option that reads it. */
const fallbacks: Readonly<Record<string, readonly [ReadonlyArray<unknown>, text: string]>> = {
  more: [[true, false], 'true or false'],
  last: [[null, true, false], 'null, which means that it is not known, or false'],
  total: [[null], 'null, which means that it is not known'],
};

/** Refuses what is not a source, and a value that would be a guess: a total of 0, the last page of 1. */
export const checkSignals = (
  scheme: string,
  signals: Readonly<Record<string, Source | undefined>>,
): void => {
  checkSources(scheme, signals);
  for (const [name, source] of Object.entries(signals)) {
    const [values = [], text = ''] = fallbacks[name] ?? [];
    if (source?.ifAbsent && !values.includes(source.ifAbsent.value))
      throw new TypeError(`${scheme}: the value of orElse(…) at ${name} must be ${text}`);
  }
};

export const isAbsent = (cursor: unknown): boolean =>
  cursor === undefined || cursor === null || cursor === '';

/** What is at a source that says true or false. A header, which is a slot too, says it in letters. */
const flagAt = (source: Source | undefined, answer: Answer): unknown => {
  const found = source?.read(answer);
  return source && 'part' in source && (found === 'true' || found === 'false')
    ? found === 'true'
    : found;
};

/** Nothing where nothing is known, or why that is not a response of the endpoint. */
const absent = (source: Source, found: unknown, advice: string): Signal<never> =>
  source.ifAbsent ? right(undefined) : unreadable([missing(source, found, advice)]);

/** True or false. */
export const readFlag = (
  source: Source | undefined,
  answer: Answer,
  advice = orFalse,
): Signal<boolean> => {
  const found = flagAt(source, answer);
  if (source === undefined || typeof found === 'boolean')
    return right(found as boolean | undefined);
  return isNil(found) ? absent(source, found, advice) : wrong(source, 'true or false', found);
};

/** Whether there are more pages, as `more` says it, or `last`: if one of them ends the walk, it ends. */
export const readMore = (
  more: Source | undefined,
  last: Source | undefined,
  answer: Answer,
): Signal<boolean> => {
  const goes = readFlag(more, answer);
  const ends = readFlag(last, answer, orUnknown);
  if (isLeft(goes) || (!isLeft(ends) && ends.right === undefined)) return goes;
  return isLeft(ends) ? ends : right(goes.right !== false && !ends.right);
};

export const isWholeNumber = (u: unknown): u is number =>
  Number.isSafeInteger(u) && (u as number) >= 0;

export const countIn = (found: unknown): unknown =>
  typeof found === 'string' && /^\d+$/.test(found) ? Number(found) : found;

/** The total of a Content-Range: `0-9/95`, or `items 0-9/*` if the service does not know it. */
const range = /^(?:\w+ )?(?:\d+-\d+|\*)\/(\d+|\*)$/;

/** How many there are: a whole number, as JSON or in digits, also behind a range. */
export const readCount = (source: Source | undefined, answer: Answer): Signal<number> => {
  if (source === undefined) return right(undefined);
  const found = source.read(answer);
  if (isNil(found)) return absent(source, found, orUnknown);
  const [, total = found] = range.exec(typeof found === 'string' ? found : '') ?? [];
  if (total === '*') return right(undefined);
  const count = countIn(total);
  return isWholeNumber(count) ? right(count) : wrong(source, 'a whole number', found);
};

export const readLast = (source: Source | undefined, answer: Answer): Signal<number | boolean> => {
  const found = flagAt(source, answer);
  return typeof found === 'boolean' ? right(found) : readCount(source, answer);
};
