import { csvFormat } from './csv';
import type { Format } from './Format';
import { jsonFormat } from './json';

/** The names that `--format` knows. */
export const formatNames = ['ndjson', 'json', 'csv'] as const;

export interface FormatFlags {
  readonly format: (typeof formatNames)[number];
  readonly escapeFormulas?: boolean;
  /** Items are written as they came, without a record around them. */
  readonly bare?: boolean;
}

export const formatOf = ({ format, escapeFormulas = false, bare = false }: FormatFlags): Format =>
  format === 'csv' ? csvFormat(escapeFormulas) : jsonFormat(format === 'json', bare);
