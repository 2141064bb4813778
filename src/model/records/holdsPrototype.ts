import { eachLeaf } from '../json/eachLeaf';

/**
 * Whether what JSON gave holds the key `__proto__`, at any depth. io-ts copies what it changes key by key, and there this
 * key sets the copy's prototype: values that were not checked.
 */
export const holdsPrototype = (value: unknown): boolean => {
  if (typeof value !== 'object') return false;
  let isFound = false;
  const look = (_: unknown, name: string | number): void => {
    isFound ||= name === '__proto__';
  };
  eachLeaf({ value }, undefined, look, look);
  return isFound;
};
