import * as t from 'io-ts';
import { counted } from '../counted';

/** Names that have no column, and how many objects have one of them. */
export const Lost = t.type({ objects: t.number, names: t.readonlyArray(t.string) });

/** How many names a line about losses holds. */
const told = 10;

/** Counts what csv has no column for. */
export const csvLosses = (before: t.TypeOf<typeof Lost>) => {
  const names = new Set(before.names);
  let { objects } = before;
  return {
    note: (lost: ReadonlyArray<string>): void => {
      if (lost.length === 0) return;
      objects += 1;
      // One more than is told shows that there are more; property names without end must not fill the memory.
      for (const name of lost) if (names.size <= told) names.add(name);
    },
    tell: (what: string, show: (name: string) => string): ReadonlyArray<string> => {
      if (objects === 0) return [];
      const list = [...names].slice(0, told).map(show).join(', ') + (names.size > told ? ', …' : '');
      return [`csv has no column for ${what} of ${counted(objects, 'object')}: ${list} (ndjson and json keep them)`];
    },
    memory: (): t.TypeOf<typeof Lost> => ({ objects, names: [...names] }),
  };
};
