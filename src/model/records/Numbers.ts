import { cut } from '../text';
import { eachLeaf } from '../json/eachLeaf';
import { isOverlong, type Parsed, parseJson, type ReadLarge } from '../json/parseExact';
import { maxProblems } from '../errors/problemsOf';
import type { Problem } from '../errors/WalkError';

/** How the numbers of a page are read: `exactNumbers` is one. It is opaque. @since 0.2.0 */
export interface Numbers {
  /** Brand; never present. Other objects are not assignable to `Numbers`. */
  readonly '~opaque': never;
  /** Reads an integer that is not safe. @internal */
  readonly read: ReadLarge;
  /** An invalid object that shows the digits of the large integers in its record as strings. @internal */
  readonly showing: <I extends { readonly record: unknown }>(invalid: I) => I;
}

/** A copy of a value from a page, with the digits of its large integers as strings. */
export const withDigits = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, leaf: unknown) => {
      if (typeof leaf === 'symbol') return leaf.description;
      return typeof leaf === 'bigint' ? String(leaf) : leaf;
    }),
  );

/**
 * Reads integers that a double cannot hold as bigints, instead of refusing the objects that contain them.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, exactNumbers } from 'pagewalk';
 *
 * const transport = axiosTransport({ baseURL: 'https://objects.example.com' });
 * const client = createClient({ transport, numbers: exactNumbers });
 * ```
 *
 * @see Int64
 * @since 0.2.0
 */
export const exactNumbers: Numbers = {
  read: BigInt,
  // To write the digits of bigints takes far longer than to read them: that waits until somebody looks.
  showing: (invalid: { readonly record: unknown }) => {
    let record: unknown;
    return {
      ...invalid,
      get record() {
        return (record ??= withDigits(invalid.record));
      },
    };
  },
} as object as Numbers;

/** What a client is given for its numbers: by default an integer that is not safe is refused (law 28). */
export type GivenNumbers = Numbers | 'double' | undefined;

/** Whether integers that are not safe are wanted, as bigints. */
export const isExact = (numbers: GivenNumbers): numbers is Numbers =>
  Boolean((Object(numbers) as Partial<Numbers>).read);

/** Refuses numbers that are something else. */
export const checkNumbers = (numbers: GivenNumbers): void => {
  if (numbers === undefined || numbers === 'double' || isExact(numbers)) return;
  throw new TypeError('numbers must be exactNumbers or "double"');
};

/** Parses the text of a page. An integer that is refused anyway is not read. */
export const parsePage = (text: string, numbers: GivenNumbers): Parsed =>
  parseJson(text, numbers === 'double' ? undefined : (numbers?.read ?? Symbol));

const overlong = 'is an integer of more than 1,000 digits';
export const tooLarge =
  'is too large to be exact: give createClient numbers: exactNumbers, or numbers: "double" to have it rounded';

/** The characters of a path that are reported. */
const maxPath = 200;

const pathTo = (path: string, name: string | number): string =>
  path ? `${path}.${name}` : String(name);

interface Refused {
  readonly value: unknown;
  readonly problems: ReadonlyArray<Problem>;
}

/**
 * Puts digits, as strings, where a value from a page has integers that were not read, and gives the problem of each. Bigints
 * stay, and nothing else is refused. An object is changed in place.
 */
export const refuseLarge = (given: unknown): Refused => {
  const root = { value: given };
  const problems: Array<Problem> = [];
  eachLeaf<string | undefined>(
    root,
    undefined,
    (path, name) => (path === undefined ? '' : path.length > maxPath ? path : pathTo(path, name)),
    (holder, name, path) => {
      const large = holder[name];
      if (typeof large !== 'symbol') return;
      const digits = large.description ?? '';
      holder[name] = digits;
      if (problems.length === maxProblems) return;
      const place = path === undefined ? 'the record' : cut(pathTo(path, name), maxPath);
      problems.push({ at: place, message: isOverlong(digits) ? overlong : tooLarge });
    },
  );
  return { value: root.value, problems };
};
