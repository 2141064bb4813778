/** An integer of fewer digits is safe. */
const minDigits = 16;

const maxSafe = String(Number.MAX_SAFE_INTEGER);

const space = 32;
const quotationMark = 34;
const minus = 45;
const backslash = 92;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Whether a character next to digits, `.`, `+`, `E` or `e`, says that they are not a whole number. */
const isFraction = (code: number): boolean => code === 46 || code === 43 || code === 69 || code === 101;

/** Digits, or white space: nothing else in JSON comes before `!`. V8 passes four that are written out in half the time. */
const run = /\d(?:\d\d\d\d)*\d*|[^!-\uffff](?:[^!-\uffff][^!-\uffff][^!-\uffff][^!-\uffff])*[^!-\uffff]*/y;

/** A longer run is passed over by an expression, which takes longer to begin. */
const few = 47;

/** The end of the digits, or of the white space, that start at an index. */
const endOfRun = (text: string, start: number): number => {
  run.lastIndex = start;
  run.test(text);
  return run.lastIndex;
};

/** The end of the digits that start at an index: the index itself where there are none. */
const endOfDigits = (text: string, start: number): number => {
  let end = start;
  while (isDigit(text.charCodeAt(end))) {
    if (end - start > few) return endOfRun(text, end);
    end += 1;
  }
  return end;
};

/** The end of the string that a quotation mark opens: the next mark that no backslash escapes, or the end of the text. */
const endOfString = (text: string, open: number): number => {
  let close = text.indexOf('"', open + 1);
  if (close < 0) return text.length;
  let escapes = close;
  while (text.charCodeAt(escapes - 1) === backslash) escapes -= 1;
  if ((close - escapes) % 2 === 0) return close;
  // Where there is one escaped quotation mark, there may be many: it would take long to look for each of them by itself.
  do {
    close += 1;
    while (text.charCodeAt(close) === backslash) close += 2;
  } while (close < text.length && text.charCodeAt(close) !== quotationMark);
  return close;
};

/** The last index of the string, or of the long white space, that begins at an index; that index where neither does. */
export const skipPlain = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  if (code === quotationMark) return endOfString(text, at);
  return code <= space && text.charCodeAt(at + few) <= space ? endOfRun(text, at) - 1 : at;
};

/**
 * Where the first sixteen digits in a row begin that may be a whole number; -1 if there are none. A row is looked at from its
 * end: sixteen behind the last character that is not a digit, the next row can end. Most characters are not looked at.
 */
const firstRow = (text: string): number => {
  const { length } = text;
  for (let end = minDigits - 1; end < length;) {
    let at = end;
    // Most characters are not digits, so they are skipped first.
    if (!isDigit(text.charCodeAt(at))) {
      end += minDigits;
      continue;
    }
    while (at > end - minDigits && isDigit(text.charCodeAt(at))) at -= 1;
    if (at === end - minDigits) {
      if (!isFraction(text.charCodeAt(at))) return at + 1;
      at = endOfDigits(text, end);
    }
    end = at + minDigits;
  }
  return -1;
};

/**
 * A JSON text whose integers that are not safe are strings; undefined where it has none. It takes the text to be right:
 * parse it first.
 */
export const quoteLarge = (text: string): string | undefined => {
  const row = firstRow(text);
  if (row < 0) return undefined;
  // The row may stand in a string. Nothing else before it matters.
  let outside = 0;
  for (let open = text.indexOf('"'); open >= 0 && open < row; open = text.indexOf('"', outside)) {
    outside = endOfString(text, open) + 1;
  }
  const parts: Array<string> = [];
  let done = 0;
  for (let at = Math.max(outside, row); at < text.length; at += 1) {
    at = skipPlain(text, at);
    if (!isDigit(text.charCodeAt(at))) continue;
    const start = at;
    at = endOfDigits(text, start);
    const length = at - start;
    if (length < minDigits || (length === minDigits && text.slice(start, at) <= maxSafe)) continue;
    const from = text.charCodeAt(start - 1) === minus ? start - 1 : start;
    if (isFraction(text.charCodeAt(from - 1)) || isFraction(text.charCodeAt(at))) continue;
    parts.push(text.slice(done, from), text.slice(from, at));
    done = at;
  }
  return done > 0 ? parts.concat(text.slice(done)).join('"') : undefined;
};
