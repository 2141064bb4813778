import { canonicalJson } from './canonicalJson';
import { isObject, isPlain } from './sameValue';

/** A value that holds more than this is not read as JSON: it may hold itself. */
const maxValues = 1_000_000;

/** Whether a value is JSON as it stands: written and read again, it is the same. Only fields without a value are left out. */
const isJson = (root: unknown): boolean => {
  const waiting = [root];
  for (let room = maxValues; waiting.length > 0; room -= 1) {
    const value = waiting.pop();
    if (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'boolean' ||
      Number.isFinite(value)
    )
      continue;
    if (room === 0 || !isObject(value) || !isPlain(value) || 'toJSON' in value) return false;
    const isList = Array.isArray(value);
    for (const name of isList ? value.keys() : Object.keys(value)) {
      const field = value[name];
      if (isList || field !== undefined) waiting.push(field);
    }
  }
  return true;
};

/** The text of a value that is JSON, the same whatever the order of its fields; undefined where it is not JSON. */
export const jsonOf = (value: unknown): string | undefined => {
  try {
    return isJson(value) ? canonicalJson(value) : undefined;
  } catch {
    // It is nested too deep to be written.
    return undefined;
  }
};
