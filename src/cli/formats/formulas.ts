/** The beginning of a text that a spreadsheet runs. It skips blanks and a byte order mark first; of very many, the rest is not looked at. */
const formula = /^(?:[\t\r\n]|[\s\p{C}]{0,999}[=+\-@＝＋－＠]|[\s\p{C}]{1000})/u;

/** A number is a number to a spreadsheet, too. */
const number = /^[\s\p{C}]*[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/iu;

/** No number that was read has more characters. */
const maxNumber = 1_001;

const isRun = (text: string): boolean =>
  formula.test(text) && !(text.length <= maxNumber && number.test(text));

/** What separates cells elsewhere. To look for one is many times faster than the expression below. */
const separators = [';', '|', '\t', '\r', '\n'];

/**
 * The sign with which a formula begins, for a program that separates cells by something else than a comma: between it and a
 * separator is nothing but blanks, and it is not that of a number which is the whole cell. Quotes do not help: such a program
 * sees a cell begin behind each separator. The sign comes first here, so that each blank is looked at for one sign only.
 */
const signs =
  /(?:[=@＝＋－＠]|[+-](?!\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![^;|\t\r\n])))(?<=[;|\t\r\n]["\s\p{C}]*.)/giu;

/** What to write of a text, and whether a spreadsheet would run a part of it as it is. */
export interface Marked {
  readonly text: string;
  readonly isFormula: boolean;
}

/** What to write for a text: with its quotes doubled, or as a spreadsheet shows it, behind an apostrophe that is not shown; or both. */
export const marked = (
  text: string,
  marks: { readonly quotes?: boolean; readonly formulas?: boolean },
): Marked => {
  const isWithin = separators.some((one) => text.includes(one)) && text.search(signs) >= 0;
  const isFormula = isRun(text) || isWithin;
  const within = isWithin && marks.formulas === true ? text.replace(signs, "'$&") : text;
  const safe = marks.formulas === true && isRun(text) ? `'${within}` : within;
  return { text: marks.quotes === true ? safe.replaceAll('"', '""') : safe, isFormula };
};
