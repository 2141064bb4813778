import type { Formatter } from './Formatter';

/** One record in a line, whole: what reads line by line never needs the end of the document. */
export const ndjson = (): Formatter => ({
  add: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  end: () => '',
  losses: () => [],
});
