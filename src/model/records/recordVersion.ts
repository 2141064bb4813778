import { sipHashOf } from './sipHash';

/** What is nested deeper most likely holds itself. */
const maxDepth = 1_000;

const refuse = (what: string): never => {
  throw new TypeError(
    `the default version cannot see what changes inside a ${what}: decode it to plain data, give it a toJSON, or pass ` +
      'a version of your own',
  );
};

/** How many prototypes a value has: one if it is a plain object, two if it is of a class that extends no other. */
const prototypesOf = (value: object): number => {
  let count = 0;
  for (let prototype: unknown = value; (prototype = Object.getPrototypeOf(prototype)) !== null;)
    count += 1;
  return count;
};

/** A string, behind its length: to look for what JSON escapes would take longer than everything else. */
const lengthQuoted = (text: string): string => `${text.length}"${text}"`;

const bytesOf = (value: object): Uint8Array | undefined => {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : undefined;
};

/** What an object holds. Instances of a class may hide it: they are refused, unless they can write themselves down. */
const objectText = (value: object & { readonly toJSON?: unknown }, depth: number): string => {
  if (depth > maxDepth)
    throw new TypeError('a record must not hold itself, nor nest more than 1000 levels deep');
  const text = (held: unknown): string => canonicalText(held, depth + 1);
  const prototypes = prototypesOf(value);
  if (prototypes < 2 && typeof value.toJSON !== 'function') {
    const fields = value as Readonly<Record<string, unknown>>;
    let all = '{';
    for (const name of Object.keys(fields).sort())
      all += `${lengthQuoted(name)}:${canonicalText(fields[name], depth + 1)},`;
    return `${all}}`;
  }
  if (prototypes === 2 && Array.isArray(value)) return `[${Array.from(value, text).join()}]`;
  if (prototypes === 2 && value instanceof Date) return `Date(${value.getTime()})`;
  if (prototypes === 2 && (value instanceof Map || value instanceof Set)) {
    return `${value.constructor.name}(${Array.from<unknown, string>(value, text).sort().join()})`;
  }
  const bytes = bytesOf(value);
  if (bytes) return `${Object.prototype.toString.call(value)}(${bytes.join()})`;
  return typeof value.toJSON === 'function'
    ? `JSON(${text((value.toJSON as () => unknown)())})`
    : refuse(value.constructor.name);
};

/** A value as JSON with sorted names, and in other words where JSON has none: no two values are written alike. */
export const canonicalText = (value: unknown, depth = 0): string => {
  if (typeof value === 'string') return lengthQuoted(value);
  if (typeof value === 'object' && value !== null) return objectText(value, depth);
  if (typeof value === 'function' || typeof value === 'symbol') return refuse(typeof value);
  return typeof value === 'bigint' ? `${value}n` : String(value);
};

/**
 * The default version of a record: a number of 53 bits made of all that it holds, at any depth, whatever the order of its fields.
 * The numbers are kept in tables and files: to change what it gives is to report every object as changed.
 */
export const recordVersion = (record: unknown): number => sipHashOf(canonicalText(record));
