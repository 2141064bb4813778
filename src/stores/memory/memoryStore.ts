import { isLeft, left, right } from 'fp-ts/Either';
import { concat, defer, ignoreElements, of } from 'rxjs';
import { compareIds, isIdAsked, isRowAsked } from '../port/asked';
import { emptyIndex } from '../port/indexOf';
import { isInParts, isStanding } from '../port/standing';
import type { StoreFence, StoreRow, Store } from '../port/Store';

const keyOf = ({ id, part = '' }: Pick<StoreRow, 'id' | 'part'>): string =>
  JSON.stringify([id, part]);

const inOrder = (one: StoreRow, other: StoreRow): number =>
  compareIds(one.id, other.id) || compareIds(one.part ?? '', other.part ?? '');

const unclaimed = { epoch: 0, text: null, index: emptyIndex, claimedBy: null, keptAt: null };

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
  let lastEpoch = 0;
  /** Another store may have the same rows. */
  const nextEpoch = (): number =>
    (lastEpoch =
      [...rows.values()].reduce((last, row) => Math.max(last, row.epoch), lastEpoch) + 1);
  const put = (row: StoreRow): void => void rows.set(keyOf(row), row);
  const rowsOf = (id: string): ReadonlyArray<StoreRow> =>
    [...rows.values()].filter((row) => row.id === id);

  /** What is there instead of the row that a walker knows. */
  const standing = (fence: StoreFence) => {
    const row = rows.get(keyOf(fence));
    return row && isStanding(row, fence) ? right(row) : left(row);
  };

  return {
    name: 'memoryStore',
    isAtomic: false,
    read: (filter) => {
      const now = Date.now();
      const found = filter.id === undefined ? [...rows.values()] : rowsOf(filter.id);
      const asked = found
        .filter((row) => isIdAsked(row.id, filter) && isRowAsked(row, filter))
        .sort(inOrder);
      const ids = new Set([...new Set(asked.map(({ id }) => id))].slice(0, filter.limit));
      return Promise.resolve(asked.filter(({ id }) => ids.has(id)).map((row) => ({ ...row, now })));
    },
    claim: (id, part, { by = 'this process', after }) => {
      const [now, parts] = [Date.now(), part?.of];
      const key = { id, part: part?.name };
      const [first] = rowsOf(id);
      const isOther = first && !isInParts(first, parts);
      if (isOther || (after !== undefined && (rows.get(keyOf(key))?.epoch ?? 0) !== after))
        return Promise.resolve(undefined);
      if (!first)
        for (const each of parts ?? [])
          put({ ...unclaimed, id, part: each, parts, claimedAt: now, now });
      const before = rows.get(keyOf(key)) ?? { ...unclaimed, ...key, parts };
      const claimed = { ...before, epoch: nextEpoch(), claimedBy: by, claimedAt: now, now };
      put(claimed);
      return Promise.resolve(claimed);
    },
    commit: (fence, { text, index, hasAdvanced }, work) =>
      defer(() => {
        const before = standing(fence);
        if (isLeft(before)) return of(before);
        const committing = defer(() => {
          const there = standing(fence);
          if (isLeft(there)) return of(there);
          const keptAt = hasAdvanced ? Date.now() : there.right.keptAt;
          put({ ...there.right, text, index, keptAt });
          return of(right(undefined));
        });
        return concat(defer(() => work()).pipe(ignoreElements()), committing);
      }),
    drop: (asked) => {
      const still = asked.filter((row) => isStanding(rows.get(keyOf(row)), row));
      for (const row of still) put({ ...row, ...unclaimed, epoch: nextEpoch() });
      for (const { id } of still) {
        const all = rowsOf(id);
        const areGone = all.every((row) => still.some((each) => keyOf(each) === keyOf(row)));
        if (areGone) for (const row of all) rows.delete(keyOf(row));
      }
      return Promise.resolve(still);
    },
  };
};
