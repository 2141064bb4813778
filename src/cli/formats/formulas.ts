/** The beginning of a text that a spreadsheet runs. It skips blanks and a byte order mark first; of very many, the rest is not looked at. */
const formula = /^(?:[\t\r\n]|[\s\p{C}]{0,999}[=+\-@＝＋－＠]|[\s\p{C}]{1000})/u;

/** A number is a number to a spreadsheet, too. */
const number = /^[\s\p{C}]*[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/iu;

/** No number that was read has more characters. */
const maxNumber = 1_001;

const isRun = (text: string): boolean =>
  formula.test(text) && !(text.length <= maxNumber && number.test(text));

const separators = [';', '|', '\t', '\r', '\n'];

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

/** The same in one row, each state times 16: what follows a state and a kind is at their sum. Kind 0 has to be learnt first. */
const steps = Uint16Array.from(
  states.flatMap((row) => [2 * F, ...row, ...Array<number>(7).fill(0)]).map((next) => 16 * next),
);

const begins = 16;
const found = 16 * F;

/** The state behind the next code unit. */
const stepAt = (text: string, at: number, state: number): number => {
  const next = steps[state | (known[text.charCodeAt(at)] ?? 0)] ?? 0;
  return next === 2 * found ? (steps[state | learn(text, at)] ?? 0) : next;
};

const quote = '"'.charCodeAt(0);
const apostrophe = "'".charCodeAt(0);

/** What to write of a text, and whether a spreadsheet would run a part of it as it is. */
export interface Marked {
  readonly text: string;
  readonly isFormula: boolean;
}

/** Where the first cell within a text that is a formula begins, with its separator; -1 if none is. */
const firstWithin = (text: string): number => {
  let state = 0;
  let at = 0;
  for (; at < text.length && state < found; at += 1) state = stepAt(text, at, state);
  // The end of the text is the end of a cell.
  if (state < found && stepAt('\n', 0, state) < found) return -1;
  for (at -= state < found ? 1 : 2; stepAt(text, at, 0) !== begins;) at -= 1;
  return at;
};

/** Doubles quotes, and puts an apostrophe before each formula, from a place on. Where all is formulas, `replace` takes ten times as long. */
const write = (
  written: Uint16Array,
  text: string,
  from: number,
  quotes: boolean,
  formulas: boolean,
) => {
  let length = 0;
  let state = 0;
  let begun = 0;
  let isFormula = false;
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const next = stepAt(text, at, state);
    if (state === begins) begun = length;
    state = next & 255;
    if (next >= found) {
      isFormula = true;
      if (formulas) {
        // What looked like a number so far.
        for (let to = length; to > begun; to -= 1) written[to] = written[to - 1] ?? 0;
        written[begun] = apostrophe;
        length += 1;
      }
    }
    if (unit === quote && quotes) {
      written[length] = quote;
      length += 1;
    }
    written[length] = unit;
    length += 1;
  }
  return { length, state, begun, isFormula };
};

/** What cells are written into: to ask the system for memory each time takes a sixth of it. For a longer cell it is asked. */
const scratch = new Uint16Array(2 ** 19);

const markedFrom = (from: number, text: string, quotes: boolean, formulas: boolean): Marked => {
  const most = 2 * (text.length - from);
  const written = most > scratch.length ? new Uint16Array(most) : scratch;
  const { length, state, begun, isFormula } = write(written, text, from, quotes, formulas);
  const tail = Buffer.from(written.buffer, 0, 2 * length).toString('utf16le');
  const isOpen = stepAt('\n', 0, state) >= found;
  const marks = isOpen && formulas ? `${tail.slice(0, begun)}'${tail.slice(begun)}` : tail;
  return { text: text.slice(0, from) + marks, isFormula: isFormula || isOpen };
};

const markedWithin = (text: string, quotes: boolean, formulas: boolean): Marked => {
  if (quotes && text.includes('"')) return markedFrom(0, text, quotes, formulas);
  const first = separators.some((one) => text.includes(one)) ? firstWithin(text) : -1;
  return first >= 0 && formulas
    ? markedFrom(first, text, quotes, formulas)
    : { text, isFormula: first >= 0 };
};

/** What to write for a text: with its quotes doubled, or as a spreadsheet shows it, behind an apostrophe that is not shown; or both. */
export const marked = (
  text: string,
  marks: { readonly quotes?: boolean; readonly formulas?: boolean },
): Marked => {
  const { quotes = false, formulas = false } = marks;
  const within = markedWithin(text, quotes, formulas);
  if (!isRun(text)) return within;
  return { text: formulas ? `'${within.text}` : within.text, isFormula: true };
};
