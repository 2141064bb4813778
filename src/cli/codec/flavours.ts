import * as RA from 'fp-ts/ReadonlyArray';
import { callText, indented, isLong, keyText, listText, literalText } from './moduleText';
import type { Literal } from './Shape';

/** A codec as TypeScript: an expression that makes it, and the type of what it reads. */
export interface Code {
  readonly code: string;
  readonly type: string;
  /** Those of a union. */
  readonly members?: ReadonlyArray<Code>;
  /** How many codecs may look at one value, at most: at this one, or at one in it. */
  readonly looks: number;
}

/** A property of an object, and what reads it. */
export interface Member {
  readonly name: string;
  readonly value: string;
  readonly isOptional: boolean;
  /** What its type does not say, for people. It never holds data. */
  readonly note: string;
}

/** How a library of codecs writes them in TypeScript. */
export interface Flavour {
  readonly imported: string;
  readonly scalar: (type: string) => string;
  readonly literal: (value: Literal) => string;
  /** Without items nothing is known of them. */
  readonly array: (items: string | undefined) => string;
  readonly record: (values: string) => string;
  /** Without members nothing is known of them. A loose one gives properties that it does not know as they came. */
  readonly object: (members: ReadonlyArray<Member>, isLoose: boolean) => string;
  readonly union: (members: ReadonlyArray<string>) => string;
  readonly intersection: (members: ReadonlyArray<string>) => string;
  readonly optional: (code: Code) => string;
  readonly optionalType: (type: string) => string;
  /** A number that may be beyond what JSON can write. */
  readonly anyNumber: string;
  /** What reads integers of 64 bits, if it is not a number or a bigint: what it is called here, and how it is imported. */
  readonly int64?: { readonly code: string; readonly imported: string };
  /** The type and the expression of a codec that has a name. */
  readonly named: (
    name: string,
    code: string,
    isRecursive: boolean,
  ) => readonly [type: string, code: string];
}

const memberText = ({ name, value, note }: Member): string => {
  const line = `  ${keyText(name)}: ${indented(value)},`;
  if (note === '') return `${line}\n`;
  return isLong(value) ? `  // ${note}\n${line}\n` : `${line} // ${note}\n`;
};

const membersText = (members: ReadonlyArray<Member>): string =>
  members.length === 0 ? '{}' : `{\n${members.map(memberText).join('')}}`;

/** Puts together as many at a time as one call takes: in a row of calls each would be nested deeper. */
const inCalls = (
  max: number,
  call: (codes: ReadonlyArray<string>) => string,
  codes: ReadonlyArray<string>,
): string =>
  codes.length < 2
    ? codes.join('')
    : inCalls(
        max,
        call,
        RA.chunksOf(max)(codes).map((some) => (some.length < 2 ? some.join('') : call(some))),
      );

export const ioTs = (t: string, int64: string): Flavour => {
  const union = (members: ReadonlyArray<string>): string => `${t}.union(${listText(members)})`;
  // The types of an intersection know up to five.
  const intersection = (members: ReadonlyArray<string>): string =>
    inCalls(5, (some) => `${t}.intersection(${listText(some)})`, members);
  return {
    imported: `import * as ${t} from 'io-ts';`,
    scalar: (type) => `${t}.${type}`,
    literal: (value) => `${t}.literal(${literalText(value)})`,
    array: (items) => (items === undefined ? `${t}.UnknownArray` : callText(`${t}.array`, items)),
    record: (values) => `${t}.record(${t}.string, ${values})`,
    union,
    intersection,
    object: (members) => {
      if (members.length === 0) return `${t}.UnknownRecord`;
      const { left: required, right: optional } = RA.partition((one: Member) => one.isOptional)(
        members,
      );
      return intersection([
        ...(required.length === 0 ? [] : [`${t}.type(${membersText(required)})`]),
        ...(optional.length === 0 ? [] : [`${t}.partial(${membersText(optional)})`]),
      ]);
    },
    optional: (one) => union([...(one.members ?? [one]).map(({ code }) => code), `${t}.undefined`]),
    optionalType: (type) => type,
    anyNumber: `${t}.number`,
    int64: { code: int64, imported: int64 === 'Int64' ? int64 : `Int64 as ${int64}` },
    named: (name, code, isRecursive) => {
      // Without a name io-ts makes one of those of its parts: chains of `allOf` would double it until no string holds it.
      const own = code.replace(/,?\n?\)$/, () => `, ${literalText(name)})`);
      return [
        `${t}.Type<${name}, unknown>`,
        isRecursive ? `${t}.recursion(${literalText(name)}, () => ${own})` : own,
      ];
    },
  };
};

export const zod = (z: string): Flavour => {
  const none = `${z}.null()`;
  const oneOf = (members: ReadonlyArray<string>): string =>
    members.length === 1 ? members.join('') : `${z}.union(${listText(members)})`;
  return {
    imported: `import * as ${z} from 'zod';`,
    scalar: (type) => `${z}.${type}()`,
    literal: (value) => `${z}.literal(${literalText(value)})`,
    array: (items) =>
      items === undefined ? `${z}.array(${z}.unknown())` : callText(`${z}.array`, items),
    record: (values) => `${z}.record(${z}.string(), ${values})`,
    union: (members) =>
      members.includes(none)
        ? `${oneOf(members.filter((member) => member !== none))}.nullable()`
        : oneOf(members),
    intersection: (members) =>
      inCalls(2, (some) => `${z}.intersection(${some.join(', ')})`, members),
    object: (members, isLoose) => {
      const own = members.map((one) =>
        one.isOptional ? { ...one, value: `${one.value}.optional()` } : one,
      );
      return `${z}.${isLoose || members.length === 0 ? 'looseObject' : 'object'}(${membersText(own)})`;
    },
    optional: ({ code }) => `${code}.optional()`,
    optionalType: (type) => `${type} | undefined`,
    // zod refuses numbers that are not finite, and JSON can hold 1e999.
    anyNumber: `${z}.union([${z}.number(), ${z}.literal([Infinity, -Infinity])])`,
    named: (name, code, isRecursive) => [
      `${z}.ZodType<${name}, ${name}>`,
      isRecursive ? `${z}.lazy(() => ${code})` : code,
    ],
  };
};
