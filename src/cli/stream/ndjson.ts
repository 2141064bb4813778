import * as O from 'fp-ts/Option';
import type { Format, Formatter } from './Formatter';
import { jsonKeys } from './jsonKeys';
import { jsonText } from './jsonText';

/** One record in a line, whole: what reads line by line never needs the end of the document. */
const begin = (): Formatter => ({
  add: (records) => records.map((record) => `${jsonText(record)}\n`).join(''),
  end: () => '',
  losses: () => [],
  memory: () => null,
});

export const ndjson: Format = { begin, resume: () => O.some(begin()), ...jsonKeys };
