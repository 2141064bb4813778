import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { counted } from '../counted';
import { csvLosses, Lost } from './csvLosses';
import { asText, csvRow, isFormula } from './csvRow';
import { csvRows } from './csvRows';
import type { AnyRecord, Format, Formatter } from './Formatter';

const Memory = t.type({
  columns: t.union([t.readonlyArray(t.string), t.null]),
  properties: Lost,
  fields: Lost,
  /** Cells that a spreadsheet would run. */
  formulas: t.number,
});

const warning = (formulas: number): string =>
  `${counted(formulas, 'cell')} of csv ${formulas === 1 ? 'begins' : 'begin'} like a formula, which a spreadsheet would run ` +
  `(--escape-formulas writes ${formulas === 1 ? 'it as a text' : 'them as texts'})`;

/**
 * RFC 4180, a column for each property of the first object. What later objects have beside those columns, and what
 * records have beside their properties, is not written; `losses` tells it.
 */
const goOn = (memory: t.TypeOf<typeof Memory>, isForSpreadsheets: boolean): Formatter => {
  let columns: ReadonlySet<string> | undefined = memory.columns === null ? undefined : new Set(memory.columns);
  const properties = csvLosses(memory.properties);
  const fields = csvLosses(memory.fields);
  let { formulas } = memory;

  const rowOf = (values: ReadonlyArray<unknown>): string => csvRow(isForSpreadsheets ? values.map(asText) : values);

  const line = ({ properties: values, ...others }: AnyRecord): string => {
    const names = Object.keys(values);
    const header = columns === undefined ? rowOf(names) : '';
    const known = columns ?? new Set(names);
    // A column may be called `constructor`: only what an object has itself is its value.
    const cells = [...known].map((name) => (Object.hasOwn(values, name) ? values[name] : null));
    const row = rowOf(cells);
    formulas += [...(columns === undefined ? names : []), ...cells].filter(isFormula).length;
    columns = known;
    properties.note(names.filter((name) => !known.has(name)));
    fields.note(Object.keys(others));
    return header + row;
  };

  return {
    add: (records) => records.map(line).join(''),
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

const none = { objects: 0, names: [] };

/** What a file gives back: csv does not tell 1 from '1', and UTF-8 has no lone surrogates. */
const textOf = (key: unknown): string => Buffer.from(String(key)).toString();

async function* keysIn(text: AsyncIterable<string>, name: string): AsyncGenerator<O.Option<string>> {
  let column: number | undefined;
  for await (const row of csvRows(text)) {
    if (column === undefined) column = row.indexOf(name);
    else yield O.fromNullable(row[column]);
  }
}

/** Csv as it is, for programs; or csv whose texts a spreadsheet shows and does not run, `--escape-formulas`. */
const csvFormat = (isForSpreadsheets: boolean): Format => {
  const written = (value: unknown): unknown => (isForSpreadsheets ? asText(value) : value);
  return {
    begin: () => goOn({ columns: null, properties: none, fields: none, formulas: 0 }, isForSpreadsheets),
    resume: (memory) =>
      pipe(
        memory,
        O.fromPredicate(Memory.is),
        O.map((known) => goOn(known, isForSpreadsheets)),
      ),
    keyText: (key) => textOf(written(key)),
    keysIn: (text, name) => keysIn(text, String(written(name))),
  };
};

export const csv: Format = csvFormat(false);

export const spreadsheetCsv: Format = csvFormat(true);
