import { emptyIndex } from './indexOf';
import { isInParts, isStanding } from './standing';
import type { Store, StoreEntry, StoreRow } from './Store';

type Name = Pick<StoreRow, 'id' | 'part'>;

/** Rows that one caller changes at a time. What a claim, a commit and a drop make of them is the same in every store that has one. */
export interface RowTable {
  /** The rows of a walk. */
  readonly rowsOf: (id: string) => ReadonlyArray<StoreRow>;
  readonly rowAt: (name: Name) => StoreRow | undefined;
  /** Adds a row, or replaces it. */
  readonly put: (row: StoreRow) => void;
  /** Removes the rows of a walk. */
  readonly remove: (id: string) => void;
  /** A number that was never given before. */
  readonly nextEpoch: () => number;
}

const unclaimed = { text: null, index: emptyIndex, claimedBy: null, keptAt: null };

/** What `claim` of a store does. */
export const claimIn = (
  table: RowTable,
  { id, part }: Name,
  parts: ReadonlyArray<string> | undefined,
  { by, after }: Parameters<Store<void>['claim']>[2],
): StoreRow | undefined => {
  // First, so that tables of an earlier version are upgraded before anything is written.
  const epoch = table.nextEpoch();
  const known = table.rowsOf(id);
  const own = known.find((row) => row.part === part);
  const isOther = !known.every((row) => isInParts(row, parts));
  if (isOther || (after !== undefined && (own?.epoch ?? 0) !== after)) return undefined;
  const now = Date.now();
  const opened = { ...unclaimed, id, parts, epoch: 0, claimedAt: now, now };
  if (known.length === 0) for (const each of parts ?? []) table.put({ ...opened, part: each });
  const nonce = crypto.randomUUID();
  const claimed = { ...(own ?? opened), part, epoch, nonce, claimedBy: by, claimedAt: now, now };
  table.put(claimed);
  return claimed;
};

/** Puts what is committed into a row. */
export const putEntry = (
  table: RowTable,
  row: StoreRow,
  { text, index, hasAdvanced }: StoreEntry,
): void => table.put({ ...row, text, index, keptAt: hasAdvanced ? Date.now() : row.keptAt });

/** What `drop` of a store does. */
export const dropFrom = (
  table: RowTable,
  asked: ReadonlyArray<StoreRow>,
): ReadonlyArray<StoreRow> => {
  const epoch = table.nextEpoch();
  const still = asked.filter((row) => isStanding(table.rowAt(row), row));
  for (const row of still) {
    const nonce = crypto.randomUUID();
    table.put({ ...row, ...unclaimed, epoch, nonce, run: undefined });
  }
  for (const id of new Set(still.map((row) => row.id))) {
    const gone = still.flatMap((row) => (row.id === id ? [row.part] : []));
    if (table.rowsOf(id).every(({ part }) => gone.includes(part))) table.remove(id);
  }
  return still;
};
