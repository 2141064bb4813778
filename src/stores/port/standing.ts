import type { StoreFence, StoreRow } from './Store';

/** Whether this is the claim that a row has. */
export const isClaimOf = (
  row: StoreRow | undefined,
  { epoch, nonce }: Pick<StoreFence, 'epoch' | 'nonce'>,
): boolean => row?.epoch === epoch && row.nonce === nonce;

/** Whether a row has this claim, and this text. */
export const isStanding = (row: StoreRow | undefined, known: StoreFence): boolean =>
  isClaimOf(row, known) && row?.text === known.text;

/** Whether a walk was begun in these parts. */
export const isInParts = (
  { parts }: Pick<StoreRow, 'parts'>,
  others: ReadonlyArray<string> | undefined,
): boolean => JSON.stringify(parts) === JSON.stringify(others);
