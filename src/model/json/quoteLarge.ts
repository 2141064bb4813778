/**
 * Sixteen digits in a row: fewer make no integer that is not safe. Written out, the expression looks at every eighth
 * character only, and is 25 times faster than `/\d{16}/`.
 */
const sixteen = /\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;

/** Sixteen digits from a nine on, or more, where a number may stand. It may still be a safe one, or stand in a string. */
const large = /(?:^|[[,:\s])(-?(?:9|\d\d)\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d*)(?=[\s,\]}]|$)/g;

/** V8 compiles an expression for the first texts that it sees, one for each width of characters: these are ordinary ones. */
for (const name of ['Ada', 'Ada', '☃', '☃']) {
  const text = `{"data":[{"properties":{"id":1,"name":"${name}"}}]}`;
  sixteen.test(text);
  large.test(text);
}

const isDigit = (unit: number): boolean => unit > 47 && unit < 58;
const backslash = 92;

/** Where the string ends that begins at a quotation mark: at the next one that no backslash escapes. */
const endOfString = (text: string, open: number): number => {
  let close = open;
  let escapes;
  do {
    escapes = close = text.indexOf('"', close + 1);
    while (text.charCodeAt(escapes - 1) === backslash) escapes -= 1;
  } while ((close - escapes) % 2);
  return close;
};

/**
 * A JSON text whose integers that are not safe are strings; undefined where it has none. It takes the text to be right:
 * parse it first.
 */
export const quoteLarge = (text: string): string | undefined => {
  if (!sixteen.test(text)) return undefined;
  let quoted = '';
  let done = 0;
  let open = text.indexOf('"');
  large.lastIndex = 0;
  while (large.test(text)) {
    const end = large.lastIndex;
    let close = 0;
    while (open >= 0 && open < end) {
      close = endOfString(text, open);
      open = text.indexOf('"', close + 1);
    }
    if (close > end) {
      large.lastIndex = close;
      continue;
    }
    let start = end - 16;
    while (isDigit(text.charCodeAt(start - 1))) start -= 1;
    if (text[start - 1] === '-') start -= 1;
    const digits = text.slice(start, end);
    if (!Number.isSafeInteger(Number(digits))) {
      quoted += `${text.slice(done, start)}"${digits}"`;
      done = end;
    }
  }
  return quoted ? quoted + text.slice(done) : undefined;
};
