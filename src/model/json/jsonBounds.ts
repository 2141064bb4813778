import { skipPlain } from './quoteLarge';

/**
 * No page has more commas and opening brackets outside of its strings: `JSON.parse` takes up to fifty times the bytes of
 * such a text (law 31).
 */
const maxMarks = 2_000_000;

/** No page is nested deeper: functions that call themselves for what is nested would come to the end of their stack. */
const maxDepth = 1_000;

/** Whether a JSON text has too many values to be parsed. Few texts are long enough to be looked at. */
export const hasTooMany = (text: string): boolean => {
  let room = maxMarks;
  if (text.length <= room) return false;
  // With those in strings there are more. To look for one at a time is far faster than to look at every character.
  for (const mark of ',[{') {
    for (let at = text.indexOf(mark); at >= 0 && room >= 0; at = text.indexOf(mark, at + 1)) room -= 1;
  }
  if (room >= 0) return false;
  room = maxMarks;
  for (let at = 0; at < text.length && room >= 0; at += 1) {
    at = skipPlain(text, at);
    if (',[{'.includes(text.charAt(at))) room -= 1;
  }
  return room < 0;
};

const isBeyond = (value: unknown, max: number): boolean => typeof value === 'number' && Math.abs(value) > max;

/**
 * Whether a value of JSON is nested too deep, or holds a number beyond ±`max`. For a page of 1,000 objects this takes a tenth of
 * the time that `JSON.parse` takes.
 */
export const exceeds = (value: unknown, max: number, depth = 0): boolean => {
  if (typeof value !== 'object' || value === null) return isBeyond(value, max);
  if (depth === maxDepth) return true;
  // Written out for arrays, which are slow to be asked for their names.
  if (Array.isArray(value)) {
    for (const item of value)
      if (typeof item === 'object' ? exceeds(item, max, depth + 1) : isBeyond(item, max)) return true;
    return false;
  }
  for (const name in value) {
    const item: unknown = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof item === 'object' ? exceeds(item, max, depth + 1) : isBeyond(item, max)) return true;
  }
  return false;
};
