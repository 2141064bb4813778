import { skipPlain } from './quoteLarge';

/**
 * No page has more commas and opening brackets outside of its strings: `JSON.parse` takes up to fifty times the bytes of
 * such a text (law 31).
 */
const maxMarks = 2_000_000;

/** No page is nested deeper: functions that call themselves for what is nested would come to the end of their stack. */
const maxDepth = 1_000;

/** Whether a JSON text has too many values to be parsed. Few texts are long enough to be looked at. */
export const hasTooMany = (text: string, max = maxMarks): boolean => {
  let room = max;
  if (text.length <= room) return false;
  // With those in strings there are more. To look for one at a time is far faster than to look at every character.
  for (const mark of ',[{') {
    for (let at = text.indexOf(mark); at >= 0 && room >= 0; at = text.indexOf(mark, at + 1))
      room -= 1;
  }
  if (room >= 0) return false;
  room = max;
  for (let at = 0; at < text.length && room >= 0; at += 1) {
    at = skipPlain(text, at);
    if (',[{'.includes(text.charAt(at))) room -= 1;
  }
  return room < 0;
};

/** What was seen of the values of a page: a number that is beyond the safe integers. */
interface SeenNumbers {
  isBeyond: boolean;
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Looks at a value that holds no others. It is never too deep. */
const lookAtLeaf = (look: SeenNumbers, value: unknown): false => {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) look.isBeyond = true;
  return false;
};

/** Calls itself for holders only, and is made once: V8 inlines what is done for leaves, which nearly all values are. */
const isTooDeep = (look: SeenNumbers, holder: object, depth: number): boolean => {
  if (depth === maxDepth) return true;
  // Written out for arrays, which are slow to be asked for their names.
  if (Array.isArray(holder)) {
    for (const item of holder)
      if (isHolder(item) ? isTooDeep(look, item, depth + 1) : lookAtLeaf(look, item)) return true;
    return false;
  }
  for (const name in holder) {
    const value = (holder as Readonly<Record<string, unknown>>)[name];
    if (isHolder(value) ? isTooDeep(look, value, depth + 1) : lookAtLeaf(look, value)) return true;
  }
  return false;
};

/**
 * Whether a value of JSON is nested too deep, which ends the look, and whether a number beyond the safe integers was seen. For a
 * page of 1,000 objects this takes a tenth of the time that `JSON.parse` takes.
 */
export const excessOf = (
  root: unknown,
): { readonly isTooDeep: boolean; readonly isBeyond: boolean } => {
  const look: SeenNumbers = { isBeyond: false };
  return {
    isTooDeep: isHolder(root) ? isTooDeep(look, root, 0) : lookAtLeaf(look, root),
    isBeyond: look.isBeyond,
  };
};
