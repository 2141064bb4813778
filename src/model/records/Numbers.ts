import { cut } from '../text';
import { Overlong, type Parsed, parseJson } from '../json/parseExact';
import { maxProblems } from '../errors/problemsOf';
import type { Problem } from '../errors/WalkError';

/**
 * How the numbers of a page are read. `exactNumbers` is one, and `createClient` takes it. It is opaque: what is inside may
 * change in any version.
 *
 * @see exactNumbers
 * @since 0.1.0
 */
export interface Numbers {
  /** There is no such field: it keeps other objects from being passed as `Numbers`. */
  readonly '~opaque': never;
  /** @internal */
  readonly parse: (text: string) => Parsed;
  /**
   * What is wrong with a value that is not a double; undefined if nothing is.
   *
   * @internal
   */
  readonly problemOf: (value: unknown) => string | undefined;
}

const overlong = (value: unknown): string | undefined =>
  value instanceof Overlong ? 'is an integer of more than 1,000 digits' : undefined;

const numbersOf = (parse: Numbers['parse'], problemOf: Numbers['problemOf']): Numbers =>
  ({ parse, problemOf }) as object as Numbers;

/**
 * Reads integers that no double holds as bigints, instead of refusing the objects that hold them.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, exactNumbers, Int64, rights } from 'pagewalk';
 * import * as t from 'io-ts';
 *
 * const client = createClient({
 *   transport: axiosTransport({ baseURL: 'https://objects.example.com' }),
 *   numbers: exactNumbers,
 * });
 *
 * client
 *   .list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', properties: t.type({ id: Int64 }) })
 *   .pipe(rights())
 *   .subscribe(({ properties }) => console.log(properties.id + 1n));
 * ```
 *
 * @see Int64
 * @since 0.1.0
 */
export const exactNumbers: Numbers = numbersOf(parseJson, overlong);

const refusing = numbersOf(parseJson, (value) =>
  typeof value === 'bigint'
    ? 'is too large to be exact: give createClient numbers: exactNumbers, or numbers: "double" to have it rounded'
    : overlong(value),
);

const doubles = numbersOf(
  (text) => ({ value: JSON.parse(text) as unknown, hasLarge: false }),
  () => undefined,
);

/** What the config of a client means: by default an integer that is not safe is refused (law 28). */
export const numbersFor = (given: unknown): Numbers => {
  if (given === undefined) return refusing;
  if (given === 'double') return doubles;
  if (typeof (Object(given) as Partial<Numbers>).problemOf === 'function') return given as Numbers;
  throw new TypeError('numbers must be exactNumbers or "double"');
};

type Holder = Record<string | number, unknown>;

/** The characters of a path that are told. */
const maxPath = 200;

/** Calls back for each large integer in a holder: what holds it, by which name, and the path that leads there. */
const eachLarge = (root: Holder, found: (holder: Holder, name: string | number, path: string) => void): void => {
  const waiting: Array<readonly [holder: Holder, prefix: string]> = [[root, '']];
  for (let next; (next = waiting.pop());) {
    const [holder, prefix] = next;
    const look = (name: string | number): void => {
      const value = holder[name];
      const path = prefix.length > maxPath ? prefix : prefix + String(name);
      if (typeof value === 'bigint' || value instanceof Overlong) found(holder, name, path);
      else if (typeof value === 'object' && value !== null) waiting.push([value as Holder, `${path}.`]);
    };
    if (Array.isArray(holder)) for (let index = 0; index < holder.length; index += 1) look(index);
    else for (const name in holder) look(name);
  }
};

/** What holds a value: itself, or what it is called where it is a large integer itself. */
const holderOf = (value: unknown, name: string): Holder =>
  typeof value === 'object' && value !== null && !(value instanceof Overlong) ? (value as Holder) : { [name]: value };

/** The problems of a value from a page with large integers; none where they are wanted. */
export const largeProblems = (numbers: Numbers, value: unknown): ReadonlyArray<Problem> => {
  const problems: Array<Problem> = [];
  eachLarge(holderOf(value, 'the record'), (holder, name, path) => {
    const message = numbers.problemOf(holder[name]);
    if (message && problems.length < maxProblems) problems.push({ at: cut(path, maxPath), message });
  });
  return problems;
};

/** The same value with digits, as strings, for its large integers: so it can be written as JSON. It is changed in place. */
export const withDigits = (value: unknown): unknown => {
  const root = holderOf(value, 'value');
  eachLarge(root, (holder, name) => {
    const large = holder[name];
    holder[name] = large instanceof Overlong ? large.digits : String(large);
  });
  return root === value ? value : root.value;
};
