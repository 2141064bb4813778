import { Deserializer, Serializer } from 'node:v8';
import { queue } from '../scheduling/queue';
import { cloneOf, holdsMore, cannotCopy } from './cloneOf';
import { holdsPlatformObject } from './holdsPlatformObject';

/** Turns values into frames and back, in their order. What cannot be copied throws, in the one or in the other. */
export interface FrameCodec<T> {
  encode(value: T): Uint8Array;
  decode(frame: Uint8Array): T;
}

/** Stands for a value that waits in memory. No value has this encoding, for each begins with a header. */
const elsewhere = new Uint8Array();

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
  try {
    return deserializer.readValue();
  } catch (error) {
    throw cannotCopy(error);
  }
};

const serializable = (value: unknown): Uint8Array => {
  try {
    // What is kept beside an error may be a page token, which has no business in a file.
    return holdsMore(value) || holdsPlatformObject(value) ? elsewhere : serialize(value);
  } catch {
    return elsewhere;
  }
};

/**
 * Makes a codec that gives back what `cloneOf` gives. What structured clone copies but no file can hold (a Blob, shared
 * memory, where a walk can be resumed after an error) waits in memory; the last value of a walk may be such a one.
 */
export const frameCodec = <T>(): FrameCodec<T> => {
  const inMemory = queue<T>();
  return {
    encode: (value) => {
      const frame = serializable(value);
      if (frame === elsewhere) inMemory.push(cloneOf(value));
      return frame;
    },
    decode: (frame) => (frame.length === 0 ? inMemory.take() : (deserialize(frame) as T)),
  };
};
