import * as O from 'fp-ts/Option';
import type { Flags } from '../options/Option';
import type { outputOptions } from '../options/tables';
import { valueAt } from '../../paging/slots/at';
import { csvFormat } from './csv';
import { type AnyRecord, type Format, type Formatter, namedProperties } from './Format';
import { jsonFormat } from './json';

export type FormatFlags = Pick<
  Flags<typeof outputOptions>,
  'format' | 'escapeFormulas' | 'fields'
> & {
  /** Items are written as they came, without a record around them. */
  readonly bare?: boolean;
};

/** Writes only some properties, each under the name that was given: `user.name` is the name of `user`. */
const onlyFields = (fields: NonNullable<FormatFlags['fields']>, format: Format): Format => {
  const narrowed = (formatter: Formatter, unseen: Set<string>): Formatter => {
    let isEmpty = true;
    const picked = (record: AnyRecord): AnyRecord => {
      const given = namedProperties(record);
      return {
        properties: Object.fromEntries(
          Object.entries(fields).map(([name, path]) => [name, valueAt(given, path)]),
        ),
      };
    };
    return {
      ...formatter,
      open: (records) => formatter.open(records.slice(0, 1).map(picked)),
      add: (record) => {
        const { properties } = picked(record);
        for (const [name, value] of Object.entries(properties))
          if (value !== undefined) unseen.delete(name);
        isEmpty = false;
        return formatter.add({ properties });
      },
      losses: (show) => [
        ...formatter.losses(show),
        ...(isEmpty || unseen.size === 0
          ? []
          : [`no object has ${[...unseen].join(', ')} (--fields)`]),
      ],
    };
  };
  return {
    ...format,
    begin: () => narrowed(format.begin(), new Set(Object.keys(fields))),
    // What the objects of earlier runs had is not known.
    resume: (memory) =>
      O.Functor.map(format.resume(memory), (formatter) => narrowed(formatter, new Set())),
  };
};

export const formatOf = ({
  format = 'ndjson',
  escapeFormulas,
  bare = false,
  fields,
}: FormatFlags): Format => {
  const isBare = bare || fields !== undefined;
  const whole =
    format === 'csv' ? csvFormat(escapeFormulas === true) : jsonFormat(format === 'json', isBare);
  return fields === undefined ? whole : onlyFields(fields, whole);
};
