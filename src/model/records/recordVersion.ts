import { shapeOf } from './shapeOf';
import { digestOf, mixNumber, mixText, mixWord } from './sipHash';

// What a value is, mixed in before it: so no two kinds of values are mixed alike.
const text = 1;
const integer = 2;
const double = 3;
const other = 4;
const nested = 5;
const fields = 6;
const list = 7;
const date = 8;
const collection = 9;
const bytes = 10;
const written = 11;

/** Values that hold others wait here instead of on the stack, which no depth exhausts. */
type Waiting = Array<object>;

const refuse = (what: string): never => {
  throw new TypeError(
    `the default version cannot see what changes inside a ${what}: decode it to plain data, give it a toJSON, or pass ` +
      'a version of your own',
  );
};

const visit = (value: unknown, waiting: Waiting): void => {
  if (typeof value === 'string') {
    mixText(value, text);
  } else if (typeof value === 'number' && value === (value | 0)) {
    mixWord(integer);
    mixWord(value);
  } else if (typeof value === 'number' && !Number.isNaN(value)) {
    mixWord(double);
    mixNumber(value);
  } else if (typeof value === 'object' && value !== null) {
    mixWord(nested);
    waiting.push(value);
  } else if (typeof value === 'function' || typeof value === 'symbol') {
    refuse(typeof value);
  } else {
    // null, undefined, true, false, NaN and bigints: no two are written alike.
    mixText(String(value), other);
  }
};

const visitAll = (values: ReadonlyArray<unknown>, waiting: Waiting): void => {
  mixWord(list);
  mixWord(values.length);
  for (const value of values) visit(value, waiting);
};

const visitFields = (value: object, waiting: Waiting): void => {
  const { order, digest } = shapeOf(Object.keys(value));
  const values: ReadonlyArray<unknown> = Object.values(value);
  mixWord(fields);
  mixNumber(digest);
  for (const at of order) visit(values[at], waiting);
};

const visitBytes = (kind: string, value: Uint8Array): void => {
  mixText(kind, bytes);
  mixWord(value.length);
  value.forEach(mixWord);
};

/** How many prototypes a value has: one if it is a plain object, two if it is of a class that extends no other. */
const prototypesOf = (value: object): number => {
  let count = 0;
  for (let prototype: unknown = value; (prototype = Object.getPrototypeOf(prototype)) !== null;) count += 1;
  return count;
};

/** Visits what a value holds. Instances of a class may hide it: they are refused, unless they can write themselves down. */
const visitContents = (value: object & { readonly toJSON?: unknown }, waiting: Waiting): void => {
  const prototypes = prototypesOf(value);
  if (prototypes < 2 && typeof value.toJSON !== 'function') visitFields(value, waiting);
  else if (prototypes === 2 && Array.isArray(value)) visitAll(value, waiting);
  else if (prototypes === 2 && value instanceof Date) {
    mixWord(date);
    visit(value.getTime(), waiting);
  } else if (prototypes === 2 && (value instanceof Map || value instanceof Set)) {
    mixWord(collection);
    visitAll(Array.from<unknown, number>(value, recordVersion).sort(), waiting);
  } else if (value instanceof ArrayBuffer) visitBytes('ArrayBuffer', new Uint8Array(value));
  else if (ArrayBuffer.isView(value)) {
    visitBytes(Object.prototype.toString.call(value), new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  } else if (typeof value.toJSON === 'function') {
    mixWord(written);
    visit((value.toJSON as () => unknown)(), waiting);
  } else refuse(value.constructor.name);
};

/**
 * The default version of a record: a number of 53 bits made of all that it holds, at any depth.
 *
 * Values are mixed one after the other, and names in the order of the alphabet: so the order of fields does not count. The
 * numbers are kept in tables and files: to change what it gives is to report every object as changed.
 */
export const recordVersion = (record: unknown): number =>
  digestOf(() => {
    const waiting: Waiting = [];
    const depths: Array<number> = [0];
    const ancestors: Array<unknown> = [];
    visit(record, waiting);
    for (let next; (next = waiting.pop());) {
      const depth = depths.pop() ?? 0;
      // A cycle repeats forever, so that sooner or later a value is its own ancestor at half its depth.
      if (ancestors[depth >> 1] === next) throw new TypeError('a record must not hold itself');
      ancestors[depth] = next;
      visitContents(next, waiting);
      while (depths.length < waiting.length) depths.push(depth + 1);
    }
  });
