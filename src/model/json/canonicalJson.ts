import { isObject } from './sameValue';
import { writeExact } from './writeExact';

const inOrder = (_: string, value: unknown): unknown =>
  isObject(value) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The JSON of a value, the same whatever the order of its fields, with its integers exact. It throws where `JSON.stringify` does. */
export const canonicalJson = (value: unknown): string => writeExact(value, inOrder) ?? '';
