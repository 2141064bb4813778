import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { maxTimer } from '../../model/maxTimer';
import type { Fault } from './Fault';
import { faultKinds, whenKeys } from './faultPlan';

/** The name completes the sentence "… must be …". */
export const wholeBetween = (min: number, max: number, name: string): t.Mixed =>
  t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= min && n <= max, name);

export const atLeast1 = wholeBetween(1, Number.MAX_SAFE_INTEGER, 'a whole number above 0');
const atLeast0 = wholeBetween(0, Number.MAX_SAFE_INTEGER, 'a whole number, 0 or more');

const types: Readonly<Record<string, t.Mixed>> = {
  every: atLeast1,
  at: atLeast1,
  probability: t.refinement(t.number, (n) => n >= 0 && n <= 1, 'a number from 0 to 1'),
  pages: atLeast1,
  uses: atLeast0,
  retryAfter: atLeast0,
  ms: wholeBetween(0, maxTimer, `a whole number from 0 to ${maxTimer}`),
};

type Pairs = ReadonlyArray<readonly [key: string, value: unknown]>;

const isName = (name: unknown): name is Fault['type'] =>
  typeof name === 'string' && Object.hasOwn(faultKinds, name);

/** Everything that is wrong with a fault of this name and with these values by key. */
const faultProblems = (name: unknown, pairs: Pairs): ReadonlyArray<string> => {
  if (!isName(name)) {
    return [
      `there is no fault '${String(name)}'; the faults are ${Object.keys(faultKinds).join(', ')}`,
    ];
  }
  const { needs = [], may = [], oneOf = [] } = faultKinds[name];
  const known = [...needs, ...may, ...oneOf];
  const has = known.length > 0 ? `its keys are ${known.join(', ')}` : 'it has none';
  const keys = pairs.map(([key]) => key);
  const isRight = ([key, value]: Pairs[number]): boolean =>
    !(key in types) || types[key]?.is(value) === true || (value === undefined && may.includes(key));
  return [
    ...keys
      .filter((key, index) => keys.indexOf(key) !== index)
      .map((key) => `${key} of ${name} is given twice`),
    ...keys
      .filter((key) => !known.includes(key))
      .map((key) => `${name} has no key '${key}'; ${has}`),
    ...needs.filter((key) => !keys.includes(key)).map((key) => `${name} needs ${key}`),
    ...(oneOf.length > 0 && oneOf.filter((key) => keys.includes(key)).length !== 1
      ? [`${name} needs just one of ${oneOf.join(', ')}`]
      : []),
    ...pairs
      .filter((pair) => !isRight(pair))
      .map(([key]) => `${key} of ${name} must be ${types[key]?.name}`),
  ];
};

const problemsIn = (fault: unknown): ReadonlyArray<string> => {
  if (!t.UnknownRecord.is(fault)) return ['a fault must be an object with a type'];
  const { type, ...values } = fault;
  return faultProblems(type, Object.entries(values));
};

export const readFaults = (
  faults: unknown,
): E.Either<ReadonlyArray<string>, ReadonlyArray<Fault>> => {
  if (!Array.isArray(faults)) return E.left(['faults must be an array']);
  const problems = faults.flatMap(problemsIn);
  return problems.length > 0 ? E.left(problems) : E.right([...(faults as ReadonlyArray<Fault>)]);
};

/** `Number` reads an empty text as 0. */
const toNumber = (text: string): number => (text.trim() === '' ? NaN : Number(text));

const pairsOf = (text: string): Pairs =>
  text.split(',').map((pair) => {
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
  const [name = '', ...rest] = text.split(':');
  const type = name.trim();
  const given = rest.length === 0 ? [] : pairsOf(rest.join(':'));
  const isTimed =
    !isName(type) ||
    faultKinds[type].oneOf !== whenKeys ||
    given.some(([key]) => whenKeys.includes(key));
  const pairs: Pairs = isTimed ? given : [['every', 1], ...given];
  const problems = faultProblems(type, pairs);
  return problems.length > 0
    ? E.left(problems.join('; '))
    : E.right({ type, ...Object.fromEntries(pairs) } as unknown as Fault);
};
