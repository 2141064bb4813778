/** The beginning of a text that a spreadsheet runs. It skips blanks and a byte order mark first; of very many, the rest is not looked at. */
const formula = /^(?:[\t\r\n]|[\s\p{C}]{0,999}[=+\-@＝＋－＠]|[\s\p{C}]{1000})/u;

/** A number is a number to a spreadsheet, too. */
const number = /^[\s\p{C}]*[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/iu;

/** No number that was read has more characters. */
const maxNumber = 1_001;

const isRun = (text: string): boolean => formula.test(text) && !(text.length <= maxNumber && number.test(text));

/** Kinds of characters, the columns of the table below. */
const kinds = [/[;|\t\r\n]/, /["\s\p{C}]/u, /[=@＝＋－＠]/, /[+-]/, /\d/, /\./, /e/i, /[^]/u];

/** The kind of each character that was seen before, by its code point, counted from 1. */
const known = new Uint8Array(0x11_00_00);

const learn = (text: string, at: number): number => {
  const point = text.codePointAt(at) ?? 0;
  return (known[point] ||= 1 + kinds.findIndex((kind) => kind.test(String.fromCodePoint(point))));
};

/** In the table: what has begun is a formula. */
const F = 16;

/** How a program reads a text if it separates cells by something else than a comma: the state after each kind of character. */
const states = [
  // Separator, blank, =, sign, digit, point, e, any other.
  [1, 0, 0, 0, 0, 0, 0, 0], // 0: within a cell
  [1, 1, F, 2, 0, 0, 0, 0], // 1: where a cell begins. Quotes do not help: it sees one begin behind each separator
  [F + 1, F, F, F, 3, F, F, F], // 2: behind the sign of a number
  [1, F, F, F, 3, 4, 6, F], // 3: behind a digit
  [F + 1, F, F, F, 5, F, F, F], // 4: behind the point
  [1, F, F, F, 5, F, 6, F], // 5: behind a digit of the fraction
  [F + 1, F, F, 7, 8, F, F, F], // 6: behind the e
  [F + 1, F, F, F, 8, F, F, F], // 7: behind the sign of the exponent
  [1, F, F, F, 8, F, F, F], // 8: behind a digit of the exponent
];

/** The same in one row, each state times 16: what follows a state and a kind is at their sum. */
const steps = Uint16Array.from(
  states.flatMap((row) => [0, ...row, ...Array<number>(7).fill(0)]).map((next) => 16 * next),
);

const quote = '"'.charCodeAt(0);
const apostrophe = "'".charCodeAt(0);

/** What to write of a text, and whether a spreadsheet would run a part of it as it is. */
export interface Marked {
  readonly text: string;
  readonly isFormula: boolean;
}

/** Doubles quotes, and puts an apostrophe before each formula within the text. Where all is formulas, `replace` takes five times as long. */
const markedWithin = (text: string, quotes: boolean, formulas: boolean): Marked => {
  // The end of the text is the end of a cell.
  const bytes = Buffer.from(`${text}\n`, 'utf16le');
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length + 1);
  const written = new Uint16Array(2 * units.length);
  let length = 0;
  let state = 0;
  let begun = 0;
  let seen = 0;
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at] ?? 0;
    const step = steps[state | ((known[unit] ?? 0) || learn(text, at))] ?? 0;
    if (state === 16) begun = length;
    state = step & 255;
    seen |= step;
    if (step > 255 && formulas) {
      // What looked like a number so far.
      for (let to = length; to > begun; to -= 1) written[to] = written[to - 1] ?? 0;
      written[begun] = apostrophe;
      length += 1;
    }
    if (unit === quote && quotes) {
      written[length] = quote;
      length += 1;
    }
    written[length] = unit;
    length += 1;
  }
  const isFormula = seen > 255;
  return {
    text: length === units.length ? text : Buffer.from(written.buffer, 0, 2 * (length - 1)).toString('utf16le'),
    isFormula,
  };
};

/** What to write for a text: with its quotes doubled, or as a spreadsheet shows it, behind an apostrophe that is not shown; or both. */
export const marked = (text: string, marks: { readonly quotes?: boolean; readonly formulas?: boolean }): Marked => {
  const { quotes = false, formulas = false } = marks;
  const within = /[";|\t\r\n]/.test(text) ? markedWithin(text, quotes, formulas) : { text, isFormula: false };
  if (!isRun(text)) return within;
  return { text: formulas ? `'${within.text}` : within.text, isFormula: true };
};
