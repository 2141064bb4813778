import { csv, spreadsheetCsv } from './csv';
import type { Format } from './Format';
import { bareJson, bareNdjson, json, ndjson } from './json';

/** Every format, by the name that `--format` knows it by. */
export const formats = { ndjson, json, csv } satisfies Record<string, Format>;

const bareFormats = { ndjson: bareNdjson, json: bareJson };

export type FormatName = keyof typeof formats;

/** The options that choose a format. */
export interface FormatFlags {
  readonly format: FormatName;
  /** Csv for spreadsheets. */
  readonly escapeFormulas?: boolean;
  /** Items are written as they came, without a record around them. */
  readonly bare?: boolean;
}

/** The format that the options ask for. */
export const formatOf = ({ format, escapeFormulas, bare }: FormatFlags): Format => {
  if (format === 'csv') return escapeFormulas === true ? spreadsheetCsv : csv;
  return (bare === true ? bareFormats : formats)[format];
};
