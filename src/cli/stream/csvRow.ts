/** Null and a missing value are an empty cell, so the empty text has quotes of its own. */
const cell = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of RFC 4180. A value that is no scalar is written as JSON. */
export const csvRow = (values: ReadonlyArray<unknown>): string => {
  const row = values.map(cell).join(',');
  // Most readers skip a line that is blank, and would lose the object whose only cell is empty.
  return `${row === '' ? '""' : row}\r\n`;
};
