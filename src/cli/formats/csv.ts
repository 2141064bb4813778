import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { counted } from '../terminal/text';
import { type Format, type Formatter, namedProperties } from './Format';
import { type Marked, marked } from './formulas';
import { jsonText } from './json';

/** The text of a cell; undefined where it is empty. A value that is not a scalar is JSON. */
const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null
    ? undefined
    : typeof value === 'string'
      ? value
      : jsonText(value);

/** What a cell has quotes for. `includes` looks for one of them ten times as fast as a regular expression for all. */
const specials = ['"', ',', '\r', '\n'];

/** Null and a missing value are an empty cell, so an empty string has quotes. */
const cellOf = (value: unknown, formulas: boolean): Marked => {
  const given = textOf(value);
  if (given === undefined) return { text: '', isFormula: false };
  const { text, isFormula } = marked(given, { quotes: true, formulas });
  return {
    text: given === '' || specials.some((one) => given.includes(one)) ? `"${text}"` : text,
    isFormula,
  };
};

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

/** Names that have no column, and how many objects have one of them. */
const Lost = t.type({ objects: t.number, names: t.readonlyArray(t.string) });

/** No spreadsheet has more columns, and every one costs a cell in every row. */
const maxColumns = 16_384;

/** A longer name gets no column: a bookmark keeps all of them, and is written with every page. */
const maxNameLength = 1_000;

const columnsFor = (names: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(names.filter(({ length }) => length <= maxNameLength).slice(0, maxColumns));

/** A name as it is shown. Its beginning would be misleading, and could be that of a secret. */
const shownName = (name: string): string =>
  name.length <= maxNameLength ? name : `a name of ${name.length} characters`;

/** How many names a line about losses holds. */
const maxTold = 10;

/** Counts what csv has no column for. */
const csvLosses = (before: t.TypeOf<typeof Lost>) => {
  const names = new Set(before.names);
  let { objects } = before;
  return {
    note: (lost: ReadonlyArray<string>): void => {
      if (lost.length === 0) return;
      objects += 1;
      // One more than is shown says that there are more; property names without end must not fill the memory.
      for (const name of lost) {
        if (names.size > maxTold) break;
        names.add(shownName(name));
      }
    },
    tell: (what: string, show: (name: string) => string): ReadonlyArray<string> => {
      if (objects === 0) return [];
      const list =
        [...names].slice(0, maxTold).map(show).join(', ') + (names.size > maxTold ? ', …' : '');
      return [
        `csv has no column for ${what} of ${counted(objects, 'object')}: ${list} (ndjson and json keep them)`,
      ];
    },
    memory: (): t.TypeOf<typeof Lost> => ({ objects, names: [...names] }),
  };
};

const Memory = t.type({
  columns: t.union([t.readonlyArray(t.string), t.null]),
  properties: Lost,
  fields: Lost,
  /** Cells that a spreadsheet would run. */
  formulas: t.number,
});

const warning = (formulas: number): string =>
  `${counted(formulas, 'cell')} of csv ${formulas === 1 ? 'begins' : 'begin'} like a formula, which a spreadsheet would run ` +
  `(--escape-formulas writes ${formulas === 1 ? 'it as text' : 'them as text'})`;

/** RFC 4180, a column for each property of the first object. What else objects have is not written; `losses` reports it. */
const formatterFrom = (memory: t.TypeOf<typeof Memory>, isForSpreadsheets: boolean): Formatter => {
  let columns: ReadonlySet<string> | undefined =
    memory.columns === null ? undefined : new Set(memory.columns);
  const properties = csvLosses(memory.properties);
  const fields = csvLosses(memory.fields);
  let { formulas } = memory;

  /** Most readers skip a line that is blank, and would lose the object whose only cell is empty. */
  const rowOf = (values: ReadonlyArray<unknown>): string => {
    const cells = values.map((value) => cellOf(value, isForSpreadsheets));
    formulas += cells.filter(({ isFormula }) => isFormula).length;
    return `${cells.map(({ text }) => text).join(',') || '""'}\r\n`;
  };

  return {
    add: ({ properties: given, ...others }) => {
      const values = namedProperties({ properties: given });
      const names = Object.keys(values);
      const known = columns ?? columnsFor(names);
      const header = columns === undefined ? rowOf([...known]) : '';
      // A column may be called `constructor`: only what an object has itself is its value.
      const row = rowOf(
        [...known].map((name) => (Object.hasOwn(values, name) ? values[name] : null)),
      );
      columns = known;
      properties.note(names.filter((name) => !known.has(name)));
      fields.note(Object.keys(others));
      return header + row;
    },
    end: () => '',
    losses: (show) => [
      ...properties.tell('some properties', show),
      ...fields.tell('fields beside the properties', show),
      ...(formulas > 0 && !isForSpreadsheets ? [warning(formulas)] : []),
    ],
    memory: () => ({
      columns: columns === undefined ? null : [...columns],
      properties: properties.memory(),
      fields: fields.memory(),
      formulas,
    }),
  };
};

async function* keysIn(
  text: AsyncIterable<string>,
  name: string,
): AsyncGenerator<O.Option<string>> {
  let column: number | undefined;
  for await (const row of csvRows(text)) {
    if (column === undefined) column = row.indexOf(name);
    else yield O.fromNullable(row[column]);
  }
}

/** Csv as it is, for programs; or csv whose texts a spreadsheet shows and does not run, `--escape-formulas`. */
export const csvFormat = (isForSpreadsheets: boolean): Format => {
  const none = { objects: 0, names: [] };
  const written = (key: unknown): string =>
    marked(String(key), { formulas: isForSpreadsheets }).text;
  return {
    begin: () =>
      formatterFrom(
        { columns: null, properties: none, fields: none, formulas: 0 },
        isForSpreadsheets,
      ),
    resume: (memory) =>
      Memory.is(memory) ? O.some(formatterFrom(memory, isForSpreadsheets)) : O.none,
    // What a file gives back: csv does not tell 1 from '1', and UTF-8 has no lone surrogates.
    keyText: (key) => Buffer.from(written(key)).toString(),
    keysIn: (text, name) => keysIn(text, written(name)),
  };
};
