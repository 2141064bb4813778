import type { StoreIndex, StoreRow } from './Store';

/** A row as databases with columns write it in JSON: a whole walk has an empty part, and some have no booleans. */
export interface DatabaseRow
  extends
    Pick<StoreRow, 'id' | 'epoch' | 'text' | 'claimedBy' | 'claimedAt' | 'keptAt' | 'now'>,
    Pick<StoreIndex, 'pages' | 'objects' | 'round' | 'shown'> {
  readonly part: string;
  readonly parts: ReadonlyArray<string> | null;
  readonly nonce: string | null;
  readonly run: string | null;
  readonly isLast: boolean | number;
  readonly recurs: boolean | number;
}

export const rowFrom = ({
  id,
  part,
  parts,
  epoch,
  nonce,
  run,
  text,
  ...more
}: DatabaseRow): StoreRow => {
  const { pages, objects, round, isLast, recurs, shown, claimedBy, claimedAt, keptAt, now } = more;
  return {
    id,
    part: part === '' ? undefined : part,
    parts: parts ?? undefined,
    epoch,
    nonce: nonce ?? undefined,
    text,
    index: { pages, objects, round, isLast: Boolean(isLast), recurs: Boolean(recurs), shown },
    ...{ claimedBy, claimedAt, keptAt, now },
    run: run ?? undefined,
  };
};
