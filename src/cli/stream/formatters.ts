import { csv } from './csv';
import type { FormatName, Formatter } from './Formatter';
import { json } from './json';
import { ndjson } from './ndjson';

/** Every format, by its name; each call begins a document. */
export const formatters: Readonly<Record<FormatName, () => Formatter>> = { ndjson, json, csv };
