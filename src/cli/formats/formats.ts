import { csv, spreadsheetCsv } from './csv';
import type { Format } from './Format';
import { json, ndjson } from './json';

/** Every format, by the name that `--format` knows it by. */
export const formats = { ndjson, json, csv } satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

/** The options that choose a format. */
export interface FormatFlags {
  readonly format: FormatName;
  /** Csv for spreadsheets. */
  readonly escapeFormulas?: boolean;
}

/** The format that the options ask for. */
export const formatOf = ({ format, escapeFormulas }: FormatFlags): Format =>
  escapeFormulas === true && format === 'csv' ? spreadsheetCsv : formats[format];
