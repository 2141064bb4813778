import * as E from 'fp-ts/Either';
import type { Fault } from './Fault';
import { faultProblems, hasWhen, whenKeys } from './readFaults';

type Pair = readonly [key: string, value: number];

/** `Number` reads an empty text as 0. */
const toNumber = (text: string): number => (text.trim() === '' ? NaN : Number(text));

const pairsOf = (text: string | undefined): ReadonlyArray<Pair> =>
  (text?.split(',') ?? []).map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return [key.trim(), toNumber(value.join('='))];
  });

/**
 * Reads a fault as a command line gives it, `NAME[:key=value[,key=value…]]`; a fault that does not say when it strikes
 * strikes every time. A Left says what is wrong, and what would be right.
 *
 * @example
 * ```ts
 * import { parseFault } from 'pagewalk/service';
 *
 * console.log(parseFault('throttle:every=5,retryAfter=1'));
 * console.log(parseFault('truncate:at=second'));
 * // Logs:
 * // { _tag: 'Right', right: { type: 'throttle', every: 5, retryAfter: 1 } }
 * // { _tag: 'Left', left: 'at of truncate must be a whole number above 0' }
 * ```
 *
 * @since 0.1.0
 */
export const parseFault = (text: string): E.Either<string, Fault> => {
  const colon = text.indexOf(':');
  const type = (colon < 0 ? text : text.slice(0, colon)).trim();
  const pairs = pairsOf(colon < 0 ? undefined : text.slice(colon + 1));
  const values: ReadonlyArray<Pair> =
    hasWhen(type) && !pairs.some(([key]) => whenKeys.includes(key)) ? [['every', 1], ...pairs] : pairs;
  const problems = faultProblems(type, values);
  return problems.length > 0
    ? E.left(problems.join('; '))
    : E.right({ type, ...Object.fromEntries(values) } as unknown as Fault);
};
