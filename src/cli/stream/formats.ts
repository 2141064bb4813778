import { csv, spreadsheetCsv } from './csv';
import type { Format, FormatName } from './Formatter';
import { json } from './json';
import { ndjson } from './ndjson';
import type { StreamFlags } from './StreamFlags';

/** Every format, by its name. */
export const formats: Readonly<Record<FormatName, Format>> = { ndjson, json, csv };

/** The format that the options ask for. */
export const formatOf = ({ format, escapeFormulas }: Pick<StreamFlags, 'format' | 'escapeFormulas'>): Format =>
  escapeFormulas === true && format === 'csv' ? spreadsheetCsv : formats[format];
