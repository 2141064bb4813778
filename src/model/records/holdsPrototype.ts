import { eachLeaf } from '../json/eachLeaf';

/** Whether JSON holds the key `__proto__`, at any depth. In a copy by io-ts it would set a prototype, unchecked. */
export const holdsPrototype = (value: unknown): boolean => {
  if (typeof value !== 'object') return false;
  let isFound = false;
  const look = (_: unknown, name: string | number): void => {
    isFound ||= name === '__proto__';
  };
  eachLeaf({ value }, undefined, look, look);
  return isFound;
};
