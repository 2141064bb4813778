import type { Key } from '../recovery/seenBefore';

/**
 * The versions of the known objects, and which of them this turn has brought: rows in three lists, which take half the
 * memory of an object for each. Most walks bring objects in the order in which they were known, so the next row is looked at
 * first. The index, which takes longer to make than all the rest, is made when a key is out of order.
 */
export const versionStore = <K extends Key, V>() => {
  const keys: Array<K | undefined> = [];
  const versions: Array<V> = [];
  const turns: Array<number> = [];
  const free: Array<number> = [];
  let rows: Map<K, number> | undefined;
  let next = 0;
  let turn = 0;

  const indexed = (): Map<K, number> => {
    const index = new Map<K, number>();
    keys.forEach((key, row) => key !== undefined && index.set(key, row));
    return index;
  };

  const rowOf = (key: K): number | undefined =>
    keys[next] === key ? next : (rows ??= indexed()).get(key);

  const addRow = (key: K): number => {
    const row = free.pop() ?? keys.length;
    keys[row] = key;
    rows?.set(key, row);
    return row;
  };

  return {
    begin: (): void => {
      turn += 1;
      next = 0;
    },
    /** Keeps a version that this turn has brought, and gives the one before. A key that is said to be new is not looked for. */
    put: (key: K, version: V, isNew = false): V | undefined => {
      const known = isNew ? undefined : rowOf(key);
      const row = known ?? addRow(key);
      const before = known === undefined ? undefined : versions[known];
      versions[row] = version;
      turns[row] = turn;
      next = row + 1;
      return before;
    },
    /** Forgets the objects that this turn has not brought, one after the other. */
    *sweep(): Iterable<K> {
      for (let row = 0; row < keys.length; row += 1) {
        const key = keys[row];
        if (key === undefined || turns[row] === turn) continue;
        rows?.delete(key);
        keys[row] = undefined;
        free.push(row);
        yield key;
      }
    },
  };
};
