import { types } from 'node:util';
import { Deserializer, Serializer } from 'node:v8';
import { type Progress, walkedTo } from '../model/errors/Progress';
import { queue } from '../model/scheduling/queue';

/** What the serializer writes as structured clone copies it, and what holds nothing else. */
const leaves = [
  types.isDate,
  types.isRegExp,
  types.isNativeError,
  types.isBoxedPrimitive,
  types.isAnyArrayBuffer,
];

/** What such a value, or one that holds others, is made of; undefined where it is of any other class. */
const membersOf = (value: object): ReadonlyArray<unknown> | undefined => {
  if (ArrayBuffer.isView(value) || leaves.some((isLeaf) => isLeaf(value))) return [];
  if (types.isMap(value)) return [...value].flat();
  if (types.isSet(value)) return [...value];
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null || Array.isArray(value);
  return isPlain ? Object.values(value) : undefined;
};

/** Whether a value holds an object of the platform's own (a Blob, a key): since Node 22 it would be written as empty. */
const holdsPlatformObject = (value: unknown, seen = new Set<unknown>()): boolean => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return false;
  seen.add(value);
  const parts = membersOf(value);
  if (!parts && Object.getPrototypeOf(structuredClone(value)) !== Object.prototype) return true;
  return (parts ?? Object.values(value)).some((part) => holdsPlatformObject(part, seen));
};

/** Where a value may have the progress of a walk: in an error, or in the error of a Left. */
interface MaybeEnded {
  readonly progress?: Progress;
  readonly left?: { readonly progress?: Progress } | null;
}

const progressOf = (value: unknown): Progress | undefined => {
  const { progress, left } = Object(value) as MaybeEnded;
  return progress ?? left?.progress;
};

const copied = <T>(copy: () => T): T => {
  try {
    return copy();
  } catch (cause) {
    throw new TypeError(
      'spool: a value cannot be copied, because it holds a function, a symbol or something else that structured clone ' +
        'refuses; map it to plain data before the spool',
      { cause },
    );
  }
};

/** What structured clone makes of a value. The copy of an error carries what the error does. */
export const cloneOf = <T>(value: T): T => {
  const clone = copied(() => structuredClone(value));
  const carried = walkedTo.of(progressOf(value));
  const copy = progressOf(clone);
  if (carried && copy) walkedTo.carry(copy, carried);
  return clone;
};

/** Stands for a value that waits in memory. No value has this encoding, for each begins with a header. */
const placeholder = new Uint8Array();

// Not v8.serialize: that one treats typed arrays in its own way, and what it reads back shares memory with the frame.
const serialize = (value: unknown): Uint8Array => {
  const serializer = new Serializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return serializer.releaseBuffer();
};

// What is nested so deeply that structured clone would refuse it may still be written, for reading takes more stack.
const deserialize = (frame: Uint8Array): unknown => {
  const deserializer = new Deserializer(frame);
  deserializer.readHeader();
  return copied(() => deserializer.readValue() as unknown);
};

const serializable = (value: unknown): Uint8Array => {
  try {
    // What is kept beside an error may be a page token, which must not be in a file.
    return walkedTo.of(progressOf(value)) || holdsPlatformObject(value)
      ? placeholder
      : serialize(value);
  } catch {
    return placeholder;
  }
};

/**
 * Turns values into frames and back, in their order; it gives back what `cloneOf` gives, or throws. What structured clone
 * copies but no file can hold (a Blob, shared memory, where a walk can be resumed after an error) waits in memory.
 */
export const frameCodec = <T>() => {
  const inMemory = queue<T>();
  return {
    encode: (value: T): Uint8Array => {
      const frame = serializable(value);
      if (frame === placeholder) inMemory.push(cloneOf(value));
      return frame;
    },
    decode: (frame: Uint8Array): T =>
      frame.length === 0 ? inMemory.take() : (deserialize(frame) as T),
  };
};
