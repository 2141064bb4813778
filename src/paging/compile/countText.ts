import { none, some, toUndefined } from 'fp-ts/Option';
import { isWholeNumber } from './signals';
import { jsonText, type TokenText } from './tokenText';

/** Where a walk by numbers is. */
export interface PageCount {
  readonly number: number;
  /** The objects before the page. Where it is left out, the number says that, and nothing else is known. */
  readonly objects?: number;
  /** How many pages before it were equal. */
  readonly equal?: number;
  /** Whether it is asked for because the total may be that of the page before. */
  readonly isProbe?: boolean;
  /** The number of the last page, if a link has named it. */
  readonly last?: number | undefined;
}

/** Stands in a text for the number of equal pages, of a probe. */
const probing = -1;

const isList = (json: unknown): json is readonly [number, number, number, number?] =>
  Array.isArray(json) &&
  [3, 4].includes(json.length) &&
  isWholeNumber(json[0]) &&
  json.every(Number.isSafeInteger);

/** A number alone where that says all: a page token of the user's may be one. Otherwise all that is known, in a list. */
export const countText: TokenText = {
  ...jsonText,
  read: (text) => {
    const json = toUndefined(jsonText.read(text));
    if (isWholeNumber(json)) return some<PageCount>({ number: json });
    if (!isList(json)) return none;
    const [number, objects, repeats, last] = json;
    const isProbe = repeats === probing;
    return some<PageCount>({ number, objects, equal: Math.max(repeats, 0), isProbe, last });
  },
  write: (count) => {
    const { number, objects, equal = 0, isProbe, last } = count as PageCount;
    const known = [number, objects, isProbe ? probing : equal];
    if (last !== undefined) known.push(last);
    return jsonText.write(objects === undefined ? number : known);
  },
};
