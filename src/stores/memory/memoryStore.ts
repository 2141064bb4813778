import { isLeft, left, right } from 'fp-ts/Either';
import { concat, defer, ignoreElements, of } from 'rxjs';
import { compareIds, isIdAsked, isRowAsked } from '../port/asked';
import { claimIn, dropFrom, putEntry, type RowTable } from '../port/rowTable';
import { isStanding } from '../port/standing';
import type { StoreFence, StoreRow, Store } from '../port/Store';

const keyOf = ({ id, part = '' }: Pick<StoreRow, 'id' | 'part'>): string =>
  JSON.stringify([id, part]);

const inOrder = (one: StoreRow, other: StoreRow): number =>
  compareIds(one.id, other.id) || compareIds(one.part ?? '', other.part ?? '');

const tableOf = (rows: Map<string, StoreRow>): RowTable => {
  const rowsOf = (id: string): ReadonlyArray<StoreRow> =>
    [...rows.values()].filter((row) => row.id === id);
  let lastEpoch = 0;
  return {
    rowsOf,
    rowAt: (name) => rows.get(keyOf(name)),
    put: (row) => void rows.set(keyOf(row), row),
    remove: (id) => {
      for (const row of rowsOf(id)) rows.delete(keyOf(row));
    },
    // Another store may have the same rows.
    nextEpoch: () => {
      for (const { epoch } of rows.values()) lastEpoch = Math.max(lastEpoch, epoch);
      return (lastEpoch += 1);
    },
  };
};

/**
 * Keeps texts in the memory of this process: for tests, and to see what a store of your own has to do. `rows` is what it has.
 *
 * @example
 * ```ts
 * import { memoryStore, placesOf } from 'pagewalk/stores';
 *
 * const places = placesOf(memoryStore());
 * ```
 *
 * @since 1.0.0
 */
export const memoryStore = (rows = new Map<string, StoreRow>()): Store<void> => {
  const table = tableOf(rows);

  /** What is there instead of the row that a walker knows. */
  const standing = (fence: StoreFence) => {
    const row = table.rowAt(fence);
    return row && isStanding(row, fence) ? right(row) : left(row);
  };

  return {
    name: 'memoryStore',
    isAtomic: false,
    read: (filter) => {
      const now = Date.now();
      const found = filter.id === undefined ? [...rows.values()] : table.rowsOf(filter.id);
      const asked = found
        .filter((row) => isIdAsked(row.id, filter) && isRowAsked(row, filter))
        .sort(inOrder);
      const ids = new Set([...new Set(asked.map(({ id }) => id))].slice(0, filter.limit));
      return Promise.resolve(asked.filter(({ id }) => ids.has(id)).map((row) => ({ ...row, now })));
    },
    claim: (id, part, { by = 'this process', after }) =>
      Promise.resolve(claimIn(table, { id, part: part?.name }, part?.of, { by, after })),
    commit: (fence, entry, work) =>
      defer(() => {
        const before = standing(fence);
        if (isLeft(before)) return of(before);
        const committing = defer(() => {
          const there = standing(fence);
          if (isLeft(there)) return of(there);
          putEntry(table, there.right, entry);
          return of(right(undefined));
        });
        return concat(defer(() => work()).pipe(ignoreElements()), committing);
      }),
    drop: (asked) => Promise.resolve(dropFrom(table, asked)),
  };
};
