import type { Formatter } from './Formatter';

/** One array of whole records, a record in a line. */
export const json = (): Formatter => {
  let isEmpty = true;
  return {
    add: (records) => {
      if (records.length === 0) return '';
      const start = isEmpty ? '[\n' : ',\n';
      isEmpty = false;
      return start + records.map((record) => JSON.stringify(record)).join(',\n');
    },
    end: () => (isEmpty ? '[]\n' : '\n]\n'),
    losses: () => [],
  };
};
