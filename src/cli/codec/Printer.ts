import { counted } from '../terminal/text';
import type { Algebra } from './foldShape';
import type { Shape } from './Shape';

export interface Sample {
  /** The shape of the objects' properties. */
  readonly shape: Shape;
  /** How many objects it is the shape of. */
  readonly objects: number;
}

export interface Wording {
  /** The name of the codec and of its type: an identifier. */
  readonly name: string;
  /** Whether values of which there were few are the only ones. */
  readonly literals: boolean;
}

/** Prints what accepts every object of a sample. */
export type Printer = (sample: Sample, wording: Wording) => string;

/** What people have to know before they rely on it, in sentences. */
export const madeOf = (objects: number): ReadonlyArray<string> => [
  `Made of ${counted(objects, 'object')} by pagewalk codec.`,
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
  array: (items = false) => items,
  object: (fields = []) => fields.some((field) => field.value || isInherited(field)),
  union: (members) => members.includes(true),
};

/** A module of TypeScript: what it imports, what it needs beside that, and the codec and its type. */
export const moduleText = (parts: ReadonlyArray<string>): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`;
