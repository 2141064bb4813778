import { csv } from './csv';
import type { Format, FormatName } from './Formatter';
import { json } from './json';
import { ndjson } from './ndjson';

/** Every format, by its name. */
export const formats: Readonly<Record<FormatName, Format>> = { ndjson, json, csv };
