/** An integer of fewer digits is safe. */
const minDigits = 16;

const maxSafe = String(Number.MAX_SAFE_INTEGER);

export const quotationMark = 34;
const minus = 45;
const backslash = 92;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const point = 46;

/** Whether a character next to digits, `.`, `+`, `E` or `e`, says that they are not a whole number. */
const isFraction = (code: number): boolean => code === point || code === 43 || code === 69 || code === 101;

const digits = /\d*/y;

/** As many digits are counted quickest one by one, more by an expression. */
const few = 48;

/** Where the digits end that there are from an index on. */
const endOfDigits = (text: string, start: number): number => {
  let end = start;
  while (isDigit(text.charCodeAt(end))) {
    end += 1;
    if (end - start < few) continue;
    digits.lastIndex = end;
    digits.test(text);
    return digits.lastIndex;
  }
  return end;
};

/** Where the string ends that begins at a quotation mark: at the next one that no backslash escapes, or with the text. */
export const endOfString = (text: string, open: number): number => {
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

/**
 * Whether there are sixteen digits in a row, other than behind a point. A row is looked at from its end: sixteen behind the
 * last character that is not a digit, the next row can end. Most characters are not looked at.
 */
const hasRow = (text: string): boolean => {
  const { length } = text;
  for (let end = minDigits - 1; end < length;) {
    let at = end;
    while (at > end - minDigits && isDigit(text.charCodeAt(at))) at -= 1;
    if (at === end - minDigits) {
      if (text.charCodeAt(at) !== point) return true;
      at = endOfDigits(text, end);
    }
    end = at + minDigits;
  }
  return false;
};

/**
 * A JSON text whose integers that are not safe are strings; undefined where it has none. It takes the text to be right:
 * parse it first.
 */
export const quoteLarge = (text: string): string | undefined => {
  if (!hasRow(text)) return undefined;
  const parts: Array<string> = [];
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quotationMark) at = endOfString(text, at);
    if (!isDigit(code)) continue;
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
