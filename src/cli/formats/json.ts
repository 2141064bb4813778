import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { parseExact } from '../../model/json/parseExact';
import { writeExact } from '../../model/json/writeExact';
import { type AnyRecord, type Format, type Formatter, keyOf } from './Format';

const isBeyond = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);

/** Not by recursion: what is nested deeply can be read and written, and must not fail here. */
const holdsBeyond = (value: unknown): boolean => {
  const waiting = [value];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (Array.isArray(one)) {
      if (one.some(isBeyond)) return true;
      for (const inner of one as ReadonlyArray<unknown>)
        if (typeof inner === 'object' && inner !== null) waiting.push(inner);
    } else {
      // `in` is much faster than Object.values here, and what came as JSON inherits nothing that counts.
      for (const key in one) {
        const inner = (one as Readonly<Record<string, unknown>>)[key];
        if (isBeyond(inner)) return true;
        if (typeof inner === 'object' && inner !== null) waiting.push(inner);
      }
    }
  }
  return false;
};

/**
 * The JSON of an object or an array that came as JSON, or of a scalar. It throws a TypeError for a number that JSON can
 * read but not write: 1e999 is read as Infinity, and would be written as null.
 */
export const jsonText = (value: unknown): string => {
  const text = writeExact(value) ?? '';
  if (isBeyond(value) || (typeof value === 'object' && value !== null && holdsBeyond(value))) {
    throw new TypeError('a number cannot be written');
  }
  return text;
};

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
const keyText: Format['keyText'] = (key) => writeExact(key) ?? '';

/** What a line of a document holds: a whole record, or its properties alone. */
interface LineOf {
  readonly write: (record: AnyRecord) => unknown;
  readonly read: (line: unknown) => AnyRecord;
}

const wholeRecord: LineOf = { write: (record) => record, read: (line) => line as AnyRecord };

const bareItem: LineOf = {
  write: ({ properties }) => properties,
  read: (properties) => ({ properties: properties as AnyRecord['properties'] }),
};

/** The lines that hold no record: those around the records of an array. */
const around: ReadonlyArray<string> = ['', '[', ']', '[]'];

/** Reads what `ndjson` and `json` write: a record in a line, in an array with a comma behind it. */
const jsonKeys = ({ read }: LineOf): Pick<Format, 'keyText' | 'keysIn'> => ({
  keyText,
  keysIn: async function* (text, name) {
    for await (const line of linesOf(text)) {
      if (around.includes(line)) continue;
      const record = read(parseExact(line.endsWith(',') ? line.slice(0, -1) : line));
      yield pipe(keyOf(record, name), O.map(keyText));
    }
  },
});

/** One record in a line, whole: what reads line by line never needs the end of the document. */
const ndjsonOf = (lineOf: LineOf): Format => {
  const begin = (): Formatter => ({
    add: (records) => records.map((record) => `${jsonText(lineOf.write(record))}\n`).join(''),
    end: () => '',
    losses: () => [],
    memory: () => null,
  });
  return { begin, resume: () => O.some(begin()), ...jsonKeys(lineOf) };
};

const Memory = t.type({ isEmpty: t.boolean });

/** One array of whole records, a record in a line. */
const jsonOf = (lineOf: LineOf): Format => {
  const formatterFrom = (memory: t.TypeOf<typeof Memory>): Formatter => {
    let { isEmpty } = memory;
    return {
      add: (records) => {
        if (records.length === 0) return '';
        const text = records.map((record) => jsonText(lineOf.write(record))).join(',\n');
        const start = isEmpty ? '[\n' : ',\n';
        isEmpty = false;
        return start + text;
      },
      end: () => (isEmpty ? '[]\n' : '\n]\n'),
      losses: () => [],
      memory: () => ({ isEmpty }),
    };
  };
  return {
    begin: () => formatterFrom({ isEmpty: true }),
    resume: (memory) => pipe(memory, O.fromPredicate(Memory.is), O.map(formatterFrom)),
    ...jsonKeys(lineOf),
  };
};

export const ndjson: Format = ndjsonOf(wholeRecord);
export const json: Format = jsonOf(wholeRecord);

/** The same without the record around an item that is its own properties. */
export const bareNdjson: Format = ndjsonOf(bareItem);
export const bareJson: Format = jsonOf(bareItem);
