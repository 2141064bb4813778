import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { eachLeaf, type Holder } from '../../model/json/eachLeaf';
import { parseExact } from '../../model/json/parseExact';
import { writeExact } from '../../model/json/writeExact';
import { type AnyRecord, type Format, type Formatter, keyOf } from './Format';

const refuseBeyond = (holder: Holder, name: string | number): void => {
  const value = holder[name];
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError('a number cannot be written');
};

/** The JSON of what came as JSON. It throws for a number that JSON cannot write: 1e999 is read as Infinity, and written as null. */
export const jsonText = (value: unknown): string => {
  const text = String(writeExact(value));
  if (text.includes('null')) eachLeaf({ value }, undefined, () => undefined, refuseBeyond);
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

/** The lines that hold no record: those around the records of an array. */
const around: ReadonlyArray<string> = ['', '[', ']', '[]'];

const Memory = t.type({ isEmpty: t.boolean });

/** A record in a line: nothing else is needed to read it (ndjson), or all are one array. What is bare has no record around it. */
export const jsonFormat = (isArray: boolean, isBare: boolean): Format => {
  /** The same text for the same value, and another one for 1 and '1'. */
  const keyText: Format['keyText'] = (key) => String(writeExact(key));

  const formatterFrom = (memory: t.TypeOf<typeof Memory>): Formatter => {
    let { isEmpty } = memory;
    const ending = (): string => (isEmpty ? '[]\n' : '\n]\n');
    return {
      open: () => undefined,
      add: (record) => {
        const text = jsonText(isBare ? record.properties : record);
        const start = isEmpty ? '[\n' : ',\n';
        isEmpty = false;
        return isArray ? start + text : `${text}\n`;
      },
      end: () => (isArray ? ending() : ''),
      losses: () => [],
      memory: () => (isArray ? { isEmpty } : null),
    };
  };
  const begin = (): Formatter => formatterFrom({ isEmpty: true });
  return {
    begin,
    resume: (memory) =>
      isArray ? pipe(memory, O.fromPredicate(Memory.is), O.map(formatterFrom)) : O.some(begin()),
    keyText,
    keysIn: async function* (text, name) {
      for await (const line of linesOf(text)) {
        if (around.includes(line)) continue;
        const read = parseExact(line.replace(/,$/, ''));
        const record = (isBare ? { properties: read } : read) as AnyRecord;
        yield pipe(keyOf(record, name), O.map(keyText));
      }
    },
  };
};
