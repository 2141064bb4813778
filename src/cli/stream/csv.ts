import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { csvLosses, Lost } from './csvLosses';
import { csvRow } from './csvRow';
import { csvRows } from './csvRows';
import type { AnyRecord, Format, Formatter } from './Formatter';

const Memory = t.type({
  columns: t.union([t.readonlyArray(t.string), t.null]),
  properties: Lost,
  fields: Lost,
});

/**
 * RFC 4180, a column for each property of the first object. What later objects have beside those columns, and what
 * records have beside their properties, is not written; `losses` tells it.
 */
const goOn = (memory: t.TypeOf<typeof Memory>): Formatter => {
  let columns: ReadonlySet<string> | undefined = memory.columns === null ? undefined : new Set(memory.columns);
  const properties = csvLosses(memory.properties);
  const fields = csvLosses(memory.fields);

  const line = ({ properties: values, ...others }: AnyRecord): string => {
    const names = Object.keys(values);
    const header = columns === undefined ? csvRow(names) : '';
    const known = columns ?? new Set(names);
    // A column may be called `constructor`: only what an object has itself is its value.
    const row = csvRow([...known].map((name) => (Object.hasOwn(values, name) ? values[name] : null)));
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
    ],
    memory: () => ({
      columns: columns === undefined ? null : [...columns],
      properties: properties.memory(),
      fields: fields.memory(),
    }),
  };
};

const none = { objects: 0, names: [] };

/** What a file gives back: csv does not tell 1 from '1', and UTF-8 has no lone surrogates. */
const keyText: Format['keyText'] = (key) => Buffer.from(String(key)).toString();

async function* keysIn(text: AsyncIterable<string>, name: string): AsyncGenerator<O.Option<string>> {
  let column: number | undefined;
  for await (const row of csvRows(text)) {
    if (column === undefined) column = row.indexOf(name);
    else yield O.fromNullable(row[column]);
  }
}

export const csv: Format = {
  begin: () => goOn({ columns: null, properties: none, fields: none }),
  resume: (memory) => pipe(memory, O.fromPredicate(Memory.is), O.map(goOn)),
  keyText,
  keysIn,
};
