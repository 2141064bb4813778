/** A Markdown table that is plain to read as it is. The first column is text, the others are numbers. */
export const markdownTable = (head, rows) => {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column].length)));
  const pad = (row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    );
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [pad(head), rule, ...rows.map(pad)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};
