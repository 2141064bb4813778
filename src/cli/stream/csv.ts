import { counted } from '../counted';
import { csvRow } from './csvRow';
import type { AnyRecord, Formatter } from './Formatter';

/** How many names a line about losses holds. */
const named = 10;

/** Names that have no column, and how many objects have one of them. */
const losses = () => {
  const names = new Set<string>();
  let objects = 0;
  return {
    note: (lost: ReadonlyArray<string>): void => {
      if (lost.length === 0) return;
      objects += 1;
      // One more than is told shows that there are more; property names without end must not fill the memory.
      for (const name of lost) if (names.size <= named) names.add(name);
    },
    tell: (what: string): ReadonlyArray<string> => {
      if (objects === 0) return [];
      const told = [...names].slice(0, named).join(', ') + (names.size > named ? ', …' : '');
      return [`csv has no column for ${what} of ${counted(objects, 'object')}: ${told} (ndjson and json keep them)`];
    },
  };
};

/**
 * RFC 4180, a column for each property of the first object. What later objects have beside those columns, and what
 * records have beside their properties, is not written; `losses` tells it.
 */
export const csv = (): Formatter => {
  let columns: ReadonlySet<string> | undefined;
  const properties = losses();
  const fields = losses();

  const line = ({ properties: values, ...others }: AnyRecord): string => {
    const names = Object.keys(values);
    const header = columns === undefined ? csvRow(names) : '';
    const known = (columns ??= new Set(names));
    properties.note(names.filter((name) => !known.has(name)));
    fields.note(Object.keys(others));
    // A column may be called `constructor`: only what an object has itself is its value.
    return header + csvRow([...known].map((name) => (Object.hasOwn(values, name) ? values[name] : null)));
  };

  return {
    add: (records) => records.map(line).join(''),
    end: () => '',
    losses: () => [...properties.tell('some properties'), ...fields.tell('fields beside the properties')],
  };
};
