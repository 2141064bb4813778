import * as RA from 'fp-ts/ReadonlyArray';
import { callText, indented, isLong, keyText, listText, literalText } from './moduleText';
import type { Literal } from './Shape';

/** A property of an object, and what reads it. */
export interface Member {
  readonly name: string;
  readonly value: string;
  readonly isOptional: boolean;
  /** What its type does not say, for people. It never holds data. */
  readonly note?: string;
}

/** How a library of codecs writes them in TypeScript. */
export interface Flavour {
  readonly scalar: (type: string) => string;
  readonly literal: (value: Literal) => string;
  /** Without items nothing is known of them. */
  readonly array: (items: string | undefined) => string;
  readonly record: (values: string) => string;
  /** Without members nothing is known of them. A loose one gives properties that it does not know as they came. */
  readonly object: (members: ReadonlyArray<Member> | undefined, isLoose?: boolean) => string;
  readonly union: (members: ReadonlyArray<string>) => string;
  readonly intersection: (members: ReadonlyArray<string>) => string;
}

const memberText = ({ name, value, note = '' }: Member): string => {
  const line = `  ${keyText(name)}: ${indented(value)},`;
  if (note === '') return `${line}\n`;
  return isLong(value) ? `  // ${note}\n${line}\n` : `${line} // ${note}\n`;
};

const membersText = (members: ReadonlyArray<Member>): string =>
  `{\n${members.map(memberText).join('')}}`;

/** The types of an intersection know up to five. */
const maxParts = 5;

export const ioTs = (t: string): Flavour => {
  const intersection = (parts: ReadonlyArray<string>): string => {
    const [few, more] = [parts.slice(0, maxParts), parts.slice(maxParts)];
    if (parts.length < 2) return parts.join('');
    const first = `${t}.intersection(${listText(few)})`;
    return more.length === 0 ? first : intersection([first, ...more]);
  };
  return {
    scalar: (type) => `${t}.${type}`,
    literal: (value) => `${t}.literal(${literalText(value)})`,
    array: (items) => (items === undefined ? `${t}.UnknownArray` : callText(`${t}.array`, items)),
    record: (values) => `${t}.record(${t}.string, ${values})`,
    union: (members) => `${t}.union(${listText(members)})`,
    intersection,
    object: (members) => {
      if (members === undefined) return `${t}.UnknownRecord`;
      const { left: required, right: optional } = RA.partition((one: Member) => one.isOptional)(
        members,
      );
      return intersection([
        ...(required.length === 0 ? [] : [`${t}.type(${membersText(required)})`]),
        ...(optional.length === 0 ? [] : [`${t}.partial(${membersText(optional)})`]),
      ]);
    },
  };
};

export const zod = (z: string): Flavour => {
  const none = `${z}.null()`;
  const oneOf = (members: ReadonlyArray<string>): string =>
    members.length === 1 ? members.join('') : `${z}.union(${listText(members)})`;
  return {
    scalar: (type) => `${z}.${type}()`,
    literal: (value) => `${z}.literal(${literalText(value)})`,
    array: (items) =>
      items === undefined ? `${z}.array(${z}.unknown())` : callText(`${z}.array`, items),
    record: (values) => `${z}.record(${z}.string(), ${values})`,
    union: (members) =>
      members.includes(none)
        ? `${oneOf(members.filter((member) => member !== none))}.nullable()`
        : oneOf(members),
    intersection: ([first = '', ...others]) =>
      others.reduce((all, one) => `${z}.intersection(${all}, ${one})`, first),
    object: (members, isLoose = members === undefined) => {
      const own = (members ?? []).map((one) =>
        one.isOptional ? { ...one, value: `${one.value}.optional()` } : one,
      );
      return `${z}.${isLoose ? 'looseObject' : 'object'}(${own.length === 0 ? '{}' : membersText(own)})`;
    },
  };
};
