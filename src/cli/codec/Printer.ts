import { counted } from '../terminal/text';
import type { Algebra } from './foldShape';
import type { Literal, Shape } from './Shape';

export interface Sample {
  /** The shape of the objects' properties. */
  readonly shape: Shape;
  /** How many objects it is the shape of. */
  readonly objects: number;
}

interface Wording {
  /** The name of the codec and of its type: an identifier. */
  readonly name: string;
  /** Whether values of which there were few are the only ones. */
  readonly literals: boolean;
}

/** Prints what accepts every object of a sample. */
export type Printer = (sample: Sample, wording: Wording) => string;

/** What people have to know before they rely on it, in sentences. */
export const madeOf = (objects: number): ReadonlyArray<string> => [
  `Generated from ${counted(objects, 'object')} by pagewalk codec.`,
  'What one of them lacked is optional, what was null may be null.',
];

/** The same as a comment. */
export const headText = (objects: number): string =>
  madeOf(objects)
    .map((sentence) => `// ${sentence}\n`)
    .join('');

/** Every object has something of these names, its own or not; a validator that reads it sees a property that is not there. */
export const isInherited = ({ name, isOptional }: { readonly name: string; readonly isOptional: boolean }): boolean =>
  isOptional && name in {};

/** Whether a shape has such a property at any depth. */
export const holdsInherited: Algebra<boolean> = {
  scalar: () => false,
  literal: () => false,
  large: () => [false],
  array: (items = false) => items,
  object: (fields = []) => fields.some((field) => field.value || isInherited(field)),
  union: (members) => members.includes(true),
};

/** A module of TypeScript: what it imports, what it needs beside that, and the codec and its type. */
export const moduleText = (parts: ReadonlyArray<string>): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`;

/** What ends a literal or a line, cannot be seen, turns text around, or does not survive UTF-8. */
const odd = /['\\\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

const unit = (character: string, index: number): string =>
  `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;

const escape = (character: string): string =>
  character === "'" || character === '\\'
    ? `\\${character}`
    : Array.from({ length: character.length }, (_, index) => unit(character, index)).join('');

/** A literal of TypeScript's on one line, whatever the text holds. */
export const literalText = (value: Literal): string =>
  typeof value === 'string' ? `'${value.replace(odd, escape)}'` : String(value);

/** The key of a property in an object literal; `__proto__: x` would set the literal's prototype instead. */
const keyText = (name: string): string => {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literalText(name);
};

const isLong = (code: string): boolean => code.includes('\n');

// Line ends are never part of a literal.
const indented = (code: string): string => code.replaceAll('\n', '\n  ');

/** A call with one argument. */
export const callText = (callee: string, argument: string): string =>
  isLong(argument) ? `${callee}(\n  ${indented(argument)},\n)` : `${callee}(${argument})`;

const maxLine = 80;

/** An array literal. */
export const listText = (items: ReadonlyArray<string>): string => {
  const line = `[${items.join(', ')}]`;
  return isLong(line) || line.length > maxLine ? `[\n${items.map((item) => `  ${indented(item)},\n`).join('')}]` : line;
};

const fieldText = ({ name, value, note }: { name: string; value: string; note: string }): string => {
  const line = `  ${keyText(name)}: ${indented(value)},`;
  if (note === '') return `${line}\n`;
  return isLong(value) ? `  // ${note}\n${line}\n` : `${line} // ${note}\n`;
};

/** An object literal, with a line for each property. */
export const fieldsText = (fields: ReadonlyArray<{ name: string; value: string; note: string }>): string =>
  `{\n${fields.map(fieldText).join('')}}`;

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

/** Whether a codec and its type can have this name. */
export const isCodecName = (text: string): boolean =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text) && !reserved.has(text);

const capitalised = (word: string): string => word.replace(/^./u, (first) => first.toUpperCase());

/** A name for the codec of an object type: `flight-plan` gives `FlightPlan`. */
export const codecNameOf = (objectType: string): string => {
  const name = (objectType.match(/[\p{L}\p{N}]+/gu) ?? []).map(capitalised).join('');
  return [name, `Type${name}`].find(isCodecName) ?? 'Type';
};
