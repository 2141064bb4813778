import { inEscapes } from '../terminal/text';
import type { Literal } from './Shape';

/** What ends a line, cannot be seen, turns text around, or does not survive UTF-8. */
const odd = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** A literal of TypeScript's on one line, whatever the text holds. */
export const literalText = (value: Literal): string =>
  typeof value === 'string'
    ? `'${value.replace(/['\\]/g, '\\$&').replace(odd, inEscapes)}'`
    : String(value);

export const keyText = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : literalText(name);

export const isLong = (code: string): boolean => code.includes('\n');

// Line ends are never part of a literal.
export const indented = (code: string): string => code.replaceAll('\n', '\n  ');

export const callText = (callee: string, argument: string): string =>
  isLong(argument) ? `${callee}(\n  ${indented(argument)},\n)` : `${callee}(${argument})`;

const maxLine = 80;

/** Parts between brackets: on one line, or each on its own. */
export const nestedText = (
  open: string,
  parts: ReadonlyArray<string>,
  close: string,
  separator = ',',
): string =>
  `${open}\n${parts.map((part) => `  ${indented(part)}${separator}\n`).join('')}${close}`;

export const listText = (items: ReadonlyArray<string>): string => {
  const line = `[${items.join(', ')}]`;
  return isLong(line) || line.length > maxLine ? nestedText('[', items, ']') : line;
};

/** Every object inherits something of some names: a validator would see a property that is not there. */
export const isPrintedName = (name: string, isOptional: boolean): boolean =>
  name !== '__proto__' && !(isOptional && name in {});

/** What TypeScript or a module keeps for itself: no constant, no type and no export can have one of these names. */
const reserved = new Set(
  [
    'any arguments as async await bigint boolean break case catch class const continue debugger declare default delete do else',
    'enum eval export exports extends false finally for function globalThis if implements import in infer instanceof interface',
    'is keyof let module namespace never new null number object package private protected public readonly require return satisfies',
    'static string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield',
    // Keys that modules have or inherit, and what printed or compiled modules need for themselves.
    '__esModule __proto__ Array Infinity Object',
  ]
    .join(' ')
    .split(' '),
);

export const isCodecName = (text: string): boolean =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text) && !reserved.has(text);

/** A name for the codec of an object type: `flight-plan` gives `FlightPlan`. */
export const codecNameOf = (objectType: string): string => {
  const words = objectType.match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.map((word) => word.replace(/^./u, (first) => first.toUpperCase())).join('');
  return [name, `Type${name}`].find(isCodecName) ?? 'Type';
};

/** Gives names that nothing else has. Where the one that is wanted is not free, another one is, or it is counted. */
export const naming = (
  isFree: (name: string) => boolean,
): ((wanted: string, other?: string) => string) => {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (wanted, other = wanted) => {
    let made = wanted;
    for (let count = counts.get(other) ?? 1; taken.has(made) || !isFree(made); count += 1) {
      made = count === 1 ? other : `${other}${count}`;
      counts.set(other, count + 1);
    }
    taken.add(made);
    return made;
  };
};
