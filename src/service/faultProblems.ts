import * as t from 'io-ts';
import type { Fault } from './Fault';

/** The keys of a fault: those that it needs, those that it may have, and those of which it has just one. */
interface Shape {
  readonly needs?: ReadonlyArray<string>;
  readonly may?: ReadonlyArray<string>;
  readonly oneOf?: ReadonlyArray<string>;
}

const when: ReadonlyArray<string> = ['every', 'at', 'probability'];

const shapes: Readonly<Record<Fault['type'], Shape>> = {
  'expire-token': { oneOf: ['uses', 'ms'] },
  unauthorized: { oneOf: when },
  throttle: { may: ['retryAfter'], oneOf: when },
  unavailable: { may: ['retryAfter'], oneOf: when },
  delay: { needs: ['ms'], oneOf: when },
  'reset-before': { oneOf: when },
  'reset-during': { oneOf: when },
  truncate: { oneOf: when },
  html: { oneOf: when },
  'repeat-token': { oneOf: when },
  'cycle-tokens': { needs: ['pages'] },
  'empty-page': { oneOf: when },
  'empty-token': { oneOf: when },
  'null-token': {},
  'corrupt-object': { oneOf: when },
  'ignore-maximum': {},
  'skip-authentication': {},
};

/** `setTimeout` takes 31 bits and fires at once above them. */
const longestTimer = 2 ** 31 - 1;

const whole = (least: number, most: number, name: string): t.Mixed =>
  t.refinement(t.number, (n) => Number.isInteger(n) && n >= least && n <= most, name);

const atLeast1 = whole(1, Number.MAX_SAFE_INTEGER, 'a whole number above 0');
const atLeast0 = whole(0, Number.MAX_SAFE_INTEGER, 'a whole number, 0 or more');

const types: Readonly<Record<string, t.Mixed>> = {
  every: atLeast1,
  at: atLeast1,
  probability: t.refinement(t.number, (n) => n >= 0 && n <= 1, 'a number from 0 to 1'),
  pages: atLeast1,
  uses: atLeast0,
  retryAfter: atLeast0,
  ms: whole(0, longestTimer, `a whole number from 0 to ${longestTimer}`),
};

const isName = (name: unknown): name is Fault['type'] => typeof name === 'string' && Object.hasOwn(shapes, name);

/** The keys that say when a fault strikes; none for a fault that is always at work. */
export const hasWhen = (name: string): boolean => isName(name) && shapes[name].oneOf === when;

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

/** Everything that is wrong with a fault that comes from outside. */
export const faultProblems = (fault: unknown): ReadonlyArray<string> => {
  if (!t.UnknownRecord.is(fault)) return ['a fault must be an object with a type'];
  const { type: name, ...values } = fault;
  if (!isName(name)) return [`there is no fault '${String(name)}'; the faults are ${Object.keys(shapes).join(', ')}`];
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return [
    ...keyProblems(
      name,
      given.map(([key]) => key),
    ),
    ...given.flatMap(([key, value]) => {
      const type = types[key];
      return type === undefined || type.is(value) ? [] : [`${key} of ${name} must be ${type.name}`];
    }),
  ];
};
