import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import type { Format, Formatter } from './Formatter';
import { jsonKeys } from './jsonKeys';
import { jsonText } from './jsonText';

const Memory = t.type({ isEmpty: t.boolean });

/** One array of whole records, a record in a line. */
const goOn = (memory: t.TypeOf<typeof Memory>): Formatter => {
  let { isEmpty } = memory;
  return {
    add: (records) => {
      if (records.length === 0) return '';
      const text = records.map((record) => jsonText(record)).join(',\n');
      const start = isEmpty ? '[\n' : ',\n';
      isEmpty = false;
      return start + text;
    },
    end: () => (isEmpty ? '[]\n' : '\n]\n'),
    losses: () => [],
    memory: () => ({ isEmpty }),
  };
};

export const json: Format = {
  begin: () => goOn({ isEmpty: true }),
  resume: (memory) => pipe(memory, O.fromPredicate(Memory.is), O.map(goOn)),
  ...jsonKeys,
};
