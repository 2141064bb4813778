import { types } from 'node:util';

/** What the serializer writes as structured clone copies it. */
const isWritable = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === Object.prototype ||
    prototype === null ||
    Array.isArray(value) ||
    types.isMap(value) ||
    types.isSet(value) ||
    isLeaf(value)
  );
};

const isLeaf = (value: object): boolean =>
  types.isDate(value) ||
  types.isRegExp(value) ||
  types.isNativeError(value) ||
  types.isBoxedPrimitive(value) ||
  types.isAnyArrayBuffer(value) ||
  ArrayBuffer.isView(value);

const partsOf = (value: object): ReadonlyArray<unknown> => {
  if (isLeaf(value)) return [];
  if (types.isMap(value)) return [...value].flat();
  return types.isSet(value) ? [...value] : Object.values(value);
};

/**
 * Whether a value holds an object of the platform's own (a Blob, a key) that structured clone copies as such. Since Node
 * 22 the serializer treats it like an instance of any class, and would write it as an empty object.
 */
export const holdsPlatformObject = (value: unknown, seen = new Set<unknown>()): boolean => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return false;
  seen.add(value);
  return (
    (!isWritable(value) && Object.getPrototypeOf(structuredClone(value)) !== Object.prototype) ||
    partsOf(value).some((part) => holdsPlatformObject(part, seen))
  );
};
