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
const orUnknown = 'if the service does not always know it, write orElse(…, null)';

/** The values that stand for an absent signal, by the option that reads it. */
const fallbacks: Readonly<Record<string, readonly [ReadonlyArray<unknown>, text: string]>> = {
  more: [[true, false], 'true or false'],
  last: [[null, true, false], 'null, which means that it is not known, or false'],
  total: [[null], 'null, which means that it is not known'],
};

/** Refuses what is not a source, and a value that would be a guess: a total of 0, the last page of 1. */
const checkSignals = (
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
const readFlag = (
  source: Source | undefined,
  answer: Answer,
  advice = orFalse,
): Signal<boolean> => {
  const found = flagAt(source, answer);
  if (source === undefined || typeof found === 'boolean')
    return right(found as boolean | undefined);
  return isNil(found) ? absent(source, found, advice) : wrong(source, 'true or false', found);
};

export const isWholeNumber = (u: unknown): u is number =>
  Number.isSafeInteger(u) && (u as number) >= 0;

export const countIn = (found: unknown): unknown =>
  typeof found === 'string' && /^\d+$/.test(found) ? Number(found) : found;

/** The total of a Content-Range: `0-9/95`, or `items 0-9/*` if the service does not know it. */
const range = /^(?:\w+ )?(?:\d+-\d+|\*)\/(\d+|\*)$/;

/** How many there are: a whole number, as JSON or in digits, also behind a range. */
const readCount = (source: Source | undefined, answer: Answer): Signal<number> => {
  if (source === undefined) return right(undefined);
  const found = source.read(answer);
  if (isNil(found)) return absent(source, found, orUnknown);
  const [, total = found] = range.exec(typeof found === 'string' ? found : '') ?? [];
  if (total === '*') return right(undefined);
  const count = countIn(total);
  return isWholeNumber(count) ? right(count) : wrong(source, 'a whole number', found);
};

/** Where a page may say how far its walk goes. */
interface EndSources {
  readonly more?: Source | undefined;
  readonly total?: Source | undefined;
  readonly last?: Source | undefined;
}

/** What it says there. */
interface SaidOfEnd {
  /** Whether there are more pages: if `more` or `last` ends the walk, it ends. Undefined: neither is known. */
  readonly more: boolean | undefined;
  readonly total: number | undefined;
  /** The number of the last page. */
  readonly last: number | undefined;
}

/** Reads whether a page is the last one, or the number of the last one. */
export type ReadLast = (answer: Answer, number: number) => Signal<number | boolean>;

/** Reads what the pages of a scheme say of its end. `number` is that of the page, where pages have numbers. */
export const endReader = (
  scheme: string,
  { more, total, last }: EndSources,
  lastIn: ReadLast = (answer) => readFlag(last, answer, orUnknown),
) => {
  checkSignals(scheme, { total, more, last });
  return (answer: Answer, number = 0): Either<PageFailure, SaidOfEnd> => {
    const goes = readFlag(more, answer);
    if (isLeft(goes)) return goes;
    const all = readCount(total, answer);
    if (isLeft(all)) return all;
    const end = lastIn(answer, number);
    if (isLeft(end)) return end;
    const known = typeof end.right === 'number' ? end.right : undefined;
    const isLast = known === undefined ? end.right === true : number >= known;
    const isSaid = goes.right !== undefined || end.right !== undefined;
    return right({
      more: isSaid ? goes.right !== false && !isLast : undefined,
      total: all.right,
      last: known,
    });
  };
};

export const readLast = (source: Source | undefined, answer: Answer): Signal<number | boolean> => {
  const found = flagAt(source, answer);
  return typeof found === 'boolean' ? right(found) : readCount(source, answer);
};
