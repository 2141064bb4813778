import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { counted } from '../terminal/text';
import { type Format, FormatProblem, type Formatter, type ItemView, namedIn } from './Format';
import { type Marked, marked } from './formulas';
import { exactJson } from './json';

/** The text of a cell; undefined where it is empty. A value that is not a scalar is JSON. */
const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null
    ? undefined
    : typeof value === 'string'
      ? value
      : exactJson(value);

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

/** Names that have no column, and how many objects have one of them. */
const Lost = t.type({ objects: t.number, names: t.readonlyArray(t.string) });

type Lost = t.TypeOf<typeof Lost>;

const none: Lost = { objects: 0, names: [] };

/** No spreadsheet has more columns, and every one costs a cell in every row. */
const maxColumns = 16_384;

/** A longer name gets no column: a bookmark keeps all of them, and is written with every page. */
const maxNameLength = 1_000;

/** A name as it is shown. Its beginning would be misleading, and could be that of a secret. */
const shownName = (name: string): string =>
  name.length <= maxNameLength ? name : `a name of ${name.length} characters`;

/** How many names a line about losses holds. One more is kept, which says that there are more. */
const maxTold = 10;

const listed = (names: ReadonlyArray<string>, show: (name: string) => string): string =>
  names
    .slice(0, maxTold)
    .map((name) => show(shownName(name)))
    .join(', ') + (names.length > maxTold ? ', …' : '');

const withLost = (before: Lost, lost: ReadonlyArray<string>): Lost =>
  lost.length === 0
    ? before
    : {
        objects: before.objects + 1,
        names: [...new Set([...before.names, ...lost.slice(0, maxTold + 1).map(shownName)])].slice(
          0,
          maxTold + 1,
        ),
      };

const lossOf = (
  what: string,
  { objects, names }: Lost,
  show: (name: string) => string,
): ReadonlyArray<string> =>
  objects === 0
    ? []
    : [
        `csv has no column for ${what} of ${counted(objects, 'object')}: ${listed(names, show)} (ndjson and json keep them)`,
      ];

const Memory = t.intersection([
  t.type({
    columns: t.union([t.readonlyArray(t.string), t.null]),
    fields: Lost,
    /** Cells that a spreadsheet would run. */
    formulas: t.number,
  }),
  /** What 1.0.0-rc.2 has left out: its columns were those of the first object. */
  t.partial({ properties: Lost }),
]);

const warning = (formulas: number): string =>
  `${counted(formulas, 'cell')} of csv ${formulas === 1 ? 'begins' : 'begin'} like a formula, which a spreadsheet would run ` +
  `(--escape-formulas writes ${formulas === 1 ? 'it as text' : 'them as text'})`;

/** The names of some properties of these values, each once. Most pages have none that is not known: a list of all would cost more than the rest. */
const namesOf = (
  values: ReadonlyArray<unknown>,
  isMeant: (name: string) => boolean,
): ReadonlyArray<string> => {
  const names = new Set<string>();
  for (const value of values)
    for (const name of Object.keys(namedIn(value))) if (isMeant(name)) names.add(name);
  return [...names];
};

const isNamed = (name: string): boolean => name.length <= maxNameLength;

/** The columns of a document whose first page has these values, or of one that has them already. */
const columnsFor = (
  values: ReadonlyArray<unknown>,
  known: ReadonlySet<string> | undefined,
): ReadonlySet<string> => {
  const columns = known ?? new Set(namesOf(values, isNamed).slice(0, maxColumns));
  const lost = namesOf(values, (name) => !columns.has(name));
  if (lost.length === 0) return columns;
  throw new FormatProblem(
    (show) =>
      `csv has no column for ${listed(lost, show)}: its columns are those of the first page, ${maxColumns} at most. ` +
      'Name the ones that you want with --fields, or use --format ndjson',
  );
};

/** What is written so far. It is counted in place: a page may have many thousands of rows. */
interface WrittenCsv {
  columns: ReadonlySet<string> | undefined;
  /** Whether the row of their names is written. Before it, another page may say what the columns are. */
  isBegun: boolean;
  fields: Lost;
  formulas: number;
}

/** Most readers skip a line that is blank, and would lose the object whose only cell is empty. */
const rowOf = (cells: ReadonlyArray<Marked>): string =>
  `${cells.map(({ text }) => text).join(',') || '""'}\r\n`;

/** RFC 4180, a column for each property of the first page. A page that has others is refused; what is beside them is a loss. */
const formatterFrom = (
  memory: t.TypeOf<typeof Memory>,
  isForSpreadsheets: boolean,
  { inside, beside }: ItemView,
): Formatter => {
  const written: WrittenCsv = {
    columns: memory.columns === null ? undefined : new Set(memory.columns),
    isBegun: memory.columns !== null,
    fields: memory.fields,
    formulas: memory.formulas,
  };

  const cellsOf = (values: ReadonlyArray<unknown>): ReadonlyArray<Marked> => {
    const cells = values.map((value) => cellOf(value, isForSpreadsheets));
    written.formulas += cells.filter(({ isFormula }) => isFormula).length;
    return cells;
  };

  return {
    open: (items) => {
      if (items.length > 0) written.columns = columnsFor(items.map(inside), written.columns);
    },
    add: (item) => {
      const values = namedIn(inside(item));
      const columns = [...(written.columns ??= columnsFor([values], undefined))];
      // A column may be called `constructor`: only what an object has itself is its value.
      const row = rowOf(
        cellsOf(columns.map((name) => (Object.hasOwn(values, name) ? values[name] : null))),
      );
      written.fields = withLost(written.fields, beside(item));
      if (written.isBegun) return row;
      written.isBegun = true;
      return rowOf(cellsOf(columns)) + row;
    },
    end: () => '',
    losses: (show) => [
      ...lossOf('some properties', memory.properties ?? none, show),
      ...lossOf('fields beside the properties', written.fields, show),
      ...(written.formulas > 0 && !isForSpreadsheets ? [warning(written.formulas)] : []),
    ],
    memory: () => ({
      columns: written.columns && written.isBegun ? [...written.columns] : null,
      fields: written.fields,
      formulas: written.formulas,
      ...(memory.properties && { properties: memory.properties }),
    }),
  };
};

/** Csv as it is, for programs; or csv whose texts a spreadsheet shows and does not run, `--escape-formulas`. */
export const csvFormat = (isForSpreadsheets: boolean, view: ItemView): Format => ({
  begin: () => formatterFrom({ columns: null, fields: none, formulas: 0 }, isForSpreadsheets, view),
  resume: (memory) =>
    Memory.is(memory) ? O.some(formatterFrom(memory, isForSpreadsheets, view)) : O.none,
});
