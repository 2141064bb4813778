/** Reads the rows that are written here, and not any csv; a cell that is empty without quotes is undefined. */
export async function* csvRows(
  text: AsyncIterable<string>,
): AsyncGenerator<ReadonlyArray<string | undefined>> {
  let row: Array<string | undefined> = [];
  let cell = '';
  let hasQuotes = false;
  let isOpen = false;
  for await (const chunk of text) {
    for (const char of chunk) {
      if (isOpen && char !== '"') cell += char;
      else if (char === '"') {
        // A quote within a quoted cell is written twice: the second one opens the cell again.
        if (hasQuotes && !isOpen) cell += char;
        isOpen = !isOpen;
        hasQuotes = true;
      } else if (char === ',' || char === '\n') {
        row.push(cell === '' && !hasQuotes ? undefined : cell);
        cell = '';
        hasQuotes = false;
        if (char === '\n') {
          yield row;
          row = [];
        }
      } else if (char !== '\r') cell += char;
    }
  }
}
