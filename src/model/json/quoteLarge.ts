const space = 32;
const quotationMark = 34;
const backslash = 92;

/** The end of what an expression finds at an index. It takes long to begin, and then passes characters over quickly. */
const matchEnd = (run: RegExp, text: string, at: number): number => {
  run.lastIndex = at;
  run.test(text);
  return run.lastIndex;
};

/** A piece of a string. It is bounded: an expression remembers each round. */
const piece = /(?:[^"\\]|\\[^]?){1,999}/y;

/** The end of the string that a quotation mark opens: the next mark that no backslash escapes, or the end of the text. */
const endOfString = (text: string, open: number): number => {
  const close = text.indexOf('"', open + 1);
  if (close < 0) return text.length;
  if (text.charCodeAt(close - 1) !== backslash) return close;
  // Where there is one escaped quotation mark, there may be many: it would take long to look for each of them by itself.
  let end = open + 1;
  for (let next = matchEnd(piece, text, end); next > end; next = matchEnd(piece, text, end))
    end = next;
  return end;
};

// JSON has four kinds of white space, and none of the other characters up to here outside of a string. Ranges are passed fastest.
const blanks = /[\0- ]*/y;

/** The last index of the string, or of the long white space, that begins at an index; that index where neither does. */
export const skipPlain = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  if (code === quotationMark) return endOfString(text, at);
  return code <= space && text.charCodeAt(at + 47) <= space ? matchEnd(blanks, text, at) - 1 : at;
};

const number = /[-+.\dEe]*/y;

/** Whether a character is a digit, a minus or a point. */
const isOfNumber = (code: number): boolean => code > 44 && code < 58;

/** Whether the text of a number is that of an integer which is not safe: its first 17 digits show that. */
const isLarge = (text: string): boolean =>
  !Number.isSafeInteger(Number(text.slice(0, 18))) && /^-?\d+$/.test(text);

/**
 * A JSON text whose integers that are not safe are strings; undefined where it has none. It takes the text to be right:
 * parse it first. Long white space is left out: to copy it, and to parse it once more, takes as long as to pass it over.
 */
export const quoteLarge = (text: string): string | undefined => {
  const parts: Array<string> = [];
  let done = 0;
  let hasLarge = false;
  for (let at = 0; at < text.length; at += 1) {
    const start = at;
    at = skipPlain(text, start);
    if (at > start && text.charCodeAt(at) <= space) {
      parts.push(text.slice(done, start));
      done = at + 1;
    }
    // Most numbers have fewer than sixteen digits, and need not be looked at.
    if (!isOfNumber(text.charCodeAt(at)) || !isOfNumber(text.charCodeAt(at + 15))) continue;
    at = matchEnd(number, text, start);
    const found = text.slice(start, at);
    if (!isLarge(found)) continue;
    parts.push(text.slice(done, start), `"${found}"`);
    done = at;
    hasLarge = true;
  }
  return hasLarge ? parts.concat(text.slice(done)).join('') : undefined;
};
