import * as O from 'fp-ts/Option';
import type { UnknownProperties } from '../../index';
import type { Flags } from '../options/Option';
import type { outputOptions } from '../options/tables';
import { valueAt } from '../../paging/slots/at';
import { csvFormat } from './csv';
import { type Format, type Formatter, type ItemView, namedIn, itemView } from './Format';
import { jsonFormat } from './json';

export type FormatFlags = Pick<Flags<typeof outputOptions>, 'format' | 'escapeFormulas' | 'fields'>;

/** Writes only some properties, each under the name that was given: `user.name` is the name of `user`. */
const onlyFields = (
  fields: NonNullable<FormatFlags['fields']>,
  format: Format,
  { inside }: ItemView,
): Format => {
  const narrowed = (formatter: Formatter, unseen: Set<string>): Formatter => {
    let isEmpty = true;
    const picked = (item: unknown): UnknownProperties => {
      const given = namedIn(inside(item));
      return Object.fromEntries(
        Object.entries(fields).map(([name, path]) => [name, valueAt(given, path)]),
      );
    };
    return {
      ...formatter,
      open: (items) => formatter.open(items.slice(0, 1).map(picked)),
      add: (item) => {
        const properties = picked(item);
        for (const [name, value] of Object.entries(properties))
          if (value !== undefined) unseen.delete(name);
        isEmpty = false;
        return formatter.add(properties);
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

export const formatOf = (
  { format = 'ndjson', escapeFormulas = false, fields }: FormatFlags,
  view: ItemView,
): Format => {
  const written = (of: ItemView): Format =>
    format === 'csv' ? csvFormat(escapeFormulas, of) : jsonFormat(format === 'json');
  return fields === undefined
    ? written(view)
    : onlyFields(fields, written(itemView({ isWhole: true })), view);
};
