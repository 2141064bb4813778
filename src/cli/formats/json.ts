import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { eachLeaf, type LeafHolder } from '../../model/json/eachLeaf';
import { writeExact } from '../../model/json/writeExact';
import type { Format, Formatter } from './Format';

const refuseBeyond = (holder: LeafHolder, name: string | number): void => {
  const value = holder[name];
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError('a number cannot be written');
};

/** The JSON of what came as JSON. It throws for a number that JSON cannot write: 1e999 is read as Infinity, and written as null. */
export const exactJson = (value: unknown): string => {
  const text = String(writeExact(value));
  if (text.includes('null')) eachLeaf({ value }, undefined, () => undefined, refuseBeyond);
  return text;
};

const Memory = t.type({ isEmpty: t.boolean });

/** An item in a line: nothing else is needed to read it (ndjson), or all are one array. */
export const jsonFormat = (isArray: boolean): Format => {
  const formatterFrom = (memory: t.TypeOf<typeof Memory>): Formatter => {
    let { isEmpty } = memory;
    const ending = (): string => (isEmpty ? '[]\n' : '\n]\n');
    return {
      open: () => undefined,
      add: (item) => {
        const text = exactJson(item);
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
  };
};
