import { checkedKey, type Key } from '../../walk/recovery/seenBefore';
import { noEntries } from '../table/PageTable';
import { BrokenEdit, type Edit, keyOfEdit, type Keys } from './Edit';

/** Where a row is, or was before it was removed: the row, if it is there, and the place of what was inserted behind it. */
interface RowSpot<T> {
  rows: ReadonlyArray<T>;
  behind: RowSpot<T> | undefined;
}

interface Rows<T> {
  readonly rows: ReadonlyArray<T> | undefined;
}

/** What was inserted behind a place, in its order. */
const rowsBehind = <T>({ behind }: RowSpot<T>): ReadonlyArray<T> => {
  const rows: Array<T> = [];
  for (let place = behind; place !== undefined; place = place.behind) rows.push(...place.rows);
  return rows;
};

/** The places of the rows that edits name. A window may show a row twice, where rows have moved. */
const placesIn = <T>(
  blocks: ReadonlyArray<Rows<T>>,
  edits: ReadonlyArray<Edit<T>>,
  keys: Keys<T>,
) => {
  const named = new Set<Key>();
  for (const edit of edits) {
    named.add(keyOfEdit(edit, keys));
    if (edit.type === 'insert' && edit.after !== undefined) named.add(keys.real(edit.after));
  }
  const byKey = new Map<Key, ReadonlyArray<RowSpot<T>>>();
  const byIndex = blocks.map(({ rows = noEntries }) => {
    const places = new Map<number, RowSpot<T>>();
    rows.forEach((row, index) => {
      const key = keys.of(row);
      if (!named.has(key)) return;
      const place = { rows: [row], behind: undefined };
      places.set(index, place);
      byKey.set(key, [...(byKey.get(key) ?? noEntries), place]);
    });
    return places;
  });
  return { byKey, byIndex };
};

/** Puts one edit over the places of rows. Gives the key of a row that was added. */
const apply = <T>(
  edit: Edit<T>,
  byKey: Map<Key, ReadonlyArray<RowSpot<T>>>,
  top: RowSpot<T>,
  keys: Keys<T>,
): void => {
  const key = keyOfEdit(edit, keys);
  const places = byKey.get(key) ?? noEntries;
  if (edit.type === 'remove') {
    for (const place of places) place.rows = noEntries;
    byKey.delete(key);
  } else if (edit.type === 'patch') {
    for (const place of places) place.rows = place.rows.map(edit.change);
    const [changed] = places[0]?.rows ?? noEntries;
    const next = changed === undefined ? key : checkedKey(keys.of(changed));
    if (next !== key) {
      byKey.delete(key);
      byKey.set(next, places);
    }
  } else if (places.length === 0) {
    // One that the service has sent meanwhile is there already.
    const [found] =
      edit.after === undefined ? noEntries : (byKey.get(keys.real(edit.after)) ?? noEntries);
    const before = found ?? (edit.isElsewhere ? undefined : top);
    if (before === undefined) return;
    before.behind = { rows: [edit.object], behind: before.behind };
    byKey.set(key, [before.behind]);
  }
};

/**
 * Rows with edits over them, one edit after another, in one pass over the rows. A block that they leave alone, or that is not in
 * memory, is the same object. What an edit throws is a `BrokenEdit`.
 */
export const putOver = <T, B extends Rows<T>>(
  blocks: ReadonlyArray<B>,
  edits: ReadonlyArray<Edit<T>>,
  keys: Keys<T>,
): ReadonlyArray<B> => {
  const last = edits.at(-1);
  if (last === undefined) return blocks;
  let current = last;
  try {
    const { byKey, byIndex } = placesIn(blocks, edits, keys);
    const top: RowSpot<T> = { rows: noEntries, behind: undefined };
    for (const edit of edits) {
      current = edit;
      apply(edit, byKey, top, keys);
    }
    return blocks.map((block, at) => {
      const { rows = noEntries } = block;
      const places = byIndex[at] ?? new Map<number, RowSpot<T>>();
      const before = at === 0 ? rowsBehind(top) : noEntries;
      const isSame = [...places].every(
        ([index, { rows: now, behind }]) => now[0] === rows[index] && !behind && now.length === 1,
      );
      if (before.length === 0 && isSame) return block;
      const after = rows.flatMap((row, index) => {
        const place = places.get(index);
        return place === undefined ? [row] : [...place.rows, ...rowsBehind(place)];
      });
      return { ...block, rows: [...before, ...after] };
    });
  } catch (thrown) {
    throw new BrokenEdit(current, thrown);
  }
};
