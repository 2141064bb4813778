import { csv, spreadsheetCsv } from './csv';
import type { Format } from './Format';
import { bareJson, bareNdjson, json, ndjson } from './json';

/** Every format, by the name that `--format` knows it by. */
export const formats = { ndjson, json, csv } satisfies Record<string, Format>;

const bareFormats = { ndjson: bareNdjson, json: bareJson };

export type FormatName = keyof typeof formats;

export interface FormatFlags {
  readonly format: FormatName;
  readonly escapeFormulas?: boolean;
  /** Items are written as they came, without a record around them. */
  readonly bare?: boolean;
}

export const formatOf = ({ format, escapeFormulas, bare }: FormatFlags): Format => {
  if (format === 'csv') return escapeFormulas === true ? spreadsheetCsv : csv;
  return (bare === true ? bareFormats : formats)[format];
};
