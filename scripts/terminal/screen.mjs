const escape = '\u001b';
const parts = new RegExp(`\\r|\\n|${escape}\\[[\\d;]*[A-Za-z]|[^\\r\\n${escape}]+`, 'g');

/** The lines that a terminal shows of a text: what moves back, in a line or to one above, is written over. */
export const screen = (text) => {
  let lines = [''];
  let [row, column] = [0, 0];
  const write = (part) => {
    const line = lines[row];
    lines[row] = line.slice(0, column).padEnd(column) + part + line.slice(column + part.length);
    column += part.length;
  };
  const control = (part) => {
    if (part.endsWith('A')) row = Math.max(0, row - Number(part.slice(2, -1) || 1));
    if (part.endsWith('K') || part.endsWith('J')) lines[row] = lines[row].slice(0, column);
    if (part.endsWith('J')) lines = lines.slice(0, row + 1);
  };
  for (const part of text.match(parts) ?? []) {
    if (part === '\n') lines[(row += 1)] ??= '';
    if (part === '\n' || part === '\r') column = 0;
    else if (part.startsWith(escape)) control(part);
    else write(part);
  }
  return lines;
};
