import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { AnyRecord, Format } from './Formatter';
import { keyOf } from './keyOf';

// Not readline: it also breaks lines at U+2028, which JSON leaves as it is.
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/** The same text for the same value, and another one for 1 and '1'. */
const keyText: Format['keyText'] = (key) => JSON.stringify(key);

/** Reads what `ndjson` and `json` write: a record in a line, in an array with a comma behind it. */
async function* keysIn(text: AsyncIterable<string>, name: string): AsyncGenerator<O.Option<string>> {
  for await (const line of linesOf(text)) {
    if (!line.startsWith('{')) continue;
    const record = JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as AnyRecord;
    yield pipe(keyOf(record, name), O.map(keyText));
  }
}

/** How keys are read back from a format that has one JSON record in a line. */
export const jsonKeys: Pick<Format, 'keyText' | 'keysIn'> = { keyText, keysIn };
