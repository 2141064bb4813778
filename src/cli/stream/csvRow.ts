import { jsonText } from './jsonText';

/** What a spreadsheet runs begins like this; the last ones are what it skips before it looks. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A number is a number to a spreadsheet, too. */
const number = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Whether a spreadsheet would run a cell. Only texts can be: JSON begins with other characters, and so do booleans. */
export const isFormula = (value: unknown): boolean =>
  typeof value === 'string' && formula.test(value) && !number.test(value);

/** A text as a spreadsheet shows it, whatever it begins with: behind a quote, which it does not show. */
export const asText = (value: unknown): unknown => (isFormula(value) ? `'${String(value)}` : value);

/** Null and a missing value are an empty cell, so the empty text has quotes of its own. */
const cell = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : jsonText(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of RFC 4180. A value that is no scalar is written as JSON. */
export const csvRow = (values: ReadonlyArray<unknown>): string => {
  const row = values.map(cell).join(',');
  // Most readers skip a line that is blank, and would lose the object whose only cell is empty.
  return `${row === '' ? '""' : row}\r\n`;
};
