import { fromNullable } from 'fp-ts/Option';
import { checkId, type Claim, type ClaimOptions, type Part } from '../../walk/durable/Places';
import { placeFrom } from './indexOf';
import { distanceFrom } from './shownWalk';
import { isInParts } from './standing';
import type { Store, StoreRow } from './Store';

export const busyFrom = ({ claimedBy, claimedAt }: StoreRow): NonNullable<Claim['busy']> => ({
  claimedBy: claimedBy ?? null,
  claimedAt: new Date(claimedAt),
});

/** The names of parts in one order. */
const partNames = (part: Part | undefined): ReadonlyArray<string> | undefined =>
  part && [...part.of].sort();

const isFresh = ({ claimedBy, claimedAt, keptAt, now }: StoreRow, ms: number): boolean =>
  claimedBy !== null && distanceFrom(now, claimedAt, keptAt) < ms;

/** Refuses other parts than a walk was begun in. */
const checkParts = (
  store: string,
  rows: ReadonlyArray<StoreRow>,
  id: string,
  part: Part | undefined,
): void => {
  const [first] = rows;
  if (!first || isInParts(first, partNames(part))) return;
  throw new Error(
    `${store}: the walk ${JSON.stringify(id)} was begun in ${first.parts ? 'other parts' : 'no parts'}. ` +
      'Use the parts that it was begun in, or another id. Only forget(id), which drops its marks, lets this one begin in others',
  );
};

/** Claims walks, or looks at those that are done or that somebody else holds. */
export const claimingWalks =
  <Tx, R>(store: Store<Tx, R>) =>
  async (id: string, part?: Part, options: ClaimOptions = {}): Promise<Claim> => {
    const { again = false, by, ifOlderThan, check } = options;
    for (const each of [id, ...(part?.of ?? [])]) checkId(each);
    const claimOf = (row: StoreRow, busy?: Claim['busy']): Claim => {
      const { epoch, nonce, run } = row;
      return {
        id,
        part: part?.name,
        run,
        epoch,
        nonce,
        busy,
        place: fromNullable(placeFrom(store.name, row)),
      };
    };
    for (;;) {
      const rows = await store.read({ id });
      checkParts(store.name, rows, id, part);
      const own = rows.find((row) => row.part === part?.name);
      const place = own && placeFrom(store.name, own);
      check?.(fromNullable(place));
      // Neither is a claim: nothing can be kept with it.
      if (own && place?.isLast && !again) return { ...claimOf(own), nonce: undefined, epoch: 0 };
      if (own && ifOlderThan !== undefined && isFresh(own, ifOlderThan))
        return { ...claimOf(own, busyFrom(own)), nonce: undefined, epoch: 0 };
      const after = ifOlderThan === undefined ? undefined : (own?.epoch ?? 0);
      const claimed = await store.claim(id, part && { ...part, of: partNames(part) ?? [] }, {
        by,
        after,
      });
      if (claimed) return claimOf(claimed);
    }
  };
