import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { maxTimer } from '../../model/maxTimer';
import type { Fault } from './Fault';

/** The keys of a fault: those that it needs, those that it may have, and those of which it has just one. */
interface Shape {
  readonly needs?: ReadonlyArray<string>;
  readonly may?: ReadonlyArray<string>;
  readonly oneOf?: ReadonlyArray<string>;
}

export const whenKeys: ReadonlyArray<string> = ['every', 'at', 'probability'];

const shapes: Readonly<Record<Fault['type'], Shape>> = {
  'expire-token': { oneOf: ['uses', 'ms', 'at'] },
  unauthorized: { oneOf: whenKeys },
  throttle: { may: ['retryAfter'], oneOf: whenKeys },
  unavailable: { may: ['retryAfter'], oneOf: whenKeys },
  delay: { needs: ['ms'], oneOf: whenKeys },
  'reset-before': { oneOf: whenKeys },
  'reset-during': { oneOf: whenKeys },
  trickle: { needs: ['ms'], oneOf: whenKeys },
  truncate: { oneOf: whenKeys },
  html: { oneOf: whenKeys },
  'repeat-token': { oneOf: whenKeys },
  'repeat-page': { oneOf: whenKeys },
  'cycle-tokens': { needs: ['pages'] },
  'empty-page': { oneOf: whenKeys },
  'empty-token': { oneOf: whenKeys },
  'null-token': {},
  'corrupt-object': { oneOf: whenKeys },
  'ignore-maximum': {},
  'skip-authentication': {},
};

/** The name completes the sentence "… must be …". */
export const whole = (min: number, max: number, name: string): t.Mixed =>
  t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= min && n <= max, name);

export const atLeast1 = whole(1, Number.MAX_SAFE_INTEGER, 'a whole number above 0');
const atLeast0 = whole(0, Number.MAX_SAFE_INTEGER, 'a whole number, 0 or more');

const types: Readonly<Record<string, t.Mixed>> = {
  every: atLeast1,
  at: atLeast1,
  probability: t.refinement(t.number, (n) => n >= 0 && n <= 1, 'a number from 0 to 1'),
  pages: atLeast1,
  uses: atLeast0,
  retryAfter: atLeast0,
  ms: whole(0, maxTimer, `a whole number from 0 to ${maxTimer}`),
};

const isName = (name: unknown): name is Fault['type'] => typeof name === 'string' && Object.hasOwn(shapes, name);

/** Whether a fault says when it strikes; the others are always at work. */
export const hasWhen = (name: string): boolean => isName(name) && shapes[name].oneOf === whenKeys;

const keyProblems = (name: Fault['type'], keys: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { needs = [], may = [], oneOf = [] } = shapes[name];
  const known = [...needs, ...may, ...oneOf];
  const has = known.length > 0 ? `its keys are ${known.join(', ')}` : 'it has none';
  const chosen = oneOf.filter((key) => keys.includes(key)).length;
  return [
    ...keys.filter((key) => !known.includes(key)).map((key) => `${name} has no key '${key}'; ${has}`),
    ...needs.filter((key) => !keys.includes(key)).map((key) => `${name} needs ${key}`),
    ...(oneOf.length > 0 && chosen !== 1 ? [`${name} needs just one of ${oneOf.join(', ')}`] : []),
  ];
};

const valueProblems = (name: Fault['type'], [key, value]: readonly [string, unknown]): ReadonlyArray<string> => {
  const type = types[key];
  const isLeftOut = value === undefined && shapes[name].may?.includes(key);
  return type === undefined || type.is(value) || isLeftOut ? [] : [`${key} of ${name} must be ${type.name}`];
};

/** Everything that is wrong with a fault of this name and with these values by key. */
export const faultProblems = (
  name: unknown,
  values: ReadonlyArray<readonly [key: string, value: unknown]>,
): ReadonlyArray<string> => {
  if (!isName(name)) return [`there is no fault '${String(name)}'; the faults are ${Object.keys(shapes).join(', ')}`];
  const keys = values.map(([key]) => key);
  const twice = keys
    .filter((key, index) => keys.indexOf(key) !== index)
    .map((key) => `${key} of ${name} is given twice`);
  return [...twice, ...keyProblems(name, keys), ...values.flatMap((value) => valueProblems(name, value))];
};

const problemsOf = (fault: unknown): ReadonlyArray<string> => {
  if (!t.UnknownRecord.is(fault)) return ['a fault must be an object with a type'];
  const { type, ...values } = fault;
  return faultProblems(type, Object.entries(values));
};

/** Faults that come from outside, or everything that is wrong with them. */
export const readFaults = (faults: unknown): E.Either<ReadonlyArray<string>, ReadonlyArray<Fault>> => {
  if (!Array.isArray(faults)) return E.left(['faults must be an array']);
  const problems = faults.flatMap(problemsOf);
  return problems.length > 0 ? E.left(problems) : E.right([...(faults as ReadonlyArray<Fault>)]);
};
