import { isRight } from 'fp-ts/Either';
import { EMPTY, firstValueFrom, from } from 'rxjs';
import type { Place } from '../../model/place/Place';
import { checkId } from '../../walk/durable/Places';
import { entryOf } from './indexOf';
import type { Store, StoreRow } from './Store';

/** How often a change is tried while others keep claiming the walk. */
const maxTries = 10;

/** The rows of a walk, or the one of its part. */
const chosenIn = async (
  store: Pick<Store<never>, 'read'>,
  id: string,
  part: string | undefined,
): Promise<ReadonlyArray<StoreRow>> => {
  checkId(id);
  // Nothing but undefined is the whole walk.
  if (part === undefined) return store.read({ id });
  checkId(part, 'the part of a walk');
  const found = (await store.read({ id })).filter((row) => row.part === part);
  if (found.length > 0) return found;
  throw new Error(`the walk ${JSON.stringify(id)} has no part ${JSON.stringify(part)}`);
};

/** Tries until nobody has claimed the walk in between. */
export const insist = async (id: string, attempt: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < maxTries; tries += 1) if (await attempt()) return;
  throw new Error(
    `the walk ${JSON.stringify(id)} is claimed again and again: stop its workers first`,
  );
};

/** Changes walks as a walker does, by claims and commits, so that what fences walkers fences people, too. */
export const changingWalks = <Tx, R>(store: Store<Tx, R>) => {
  const chosen = (id: string, part: string | undefined) => chosenIn(store, id, part);

  /** Takes a walk, or its part, from its walker. */
  const take = (
    { id, part, parts = [] }: Pick<StoreRow, 'id' | 'part' | 'parts'>,
    after?: number,
  ) => {
    const of = part === undefined ? undefined : { name: part, of: parts };
    return store.claim(id, of, { by: null, after });
  };

  /** Takes it, and commits a place. */
  const takeTo = async (
    row: StoreRow | { readonly id: string },
    place: Place,
  ): Promise<boolean> => {
    const claimed = await take(row, 'epoch' in row ? row.epoch : 0);
    if (!claimed) return false;
    const committing = from(store.commit(claimed, entryOf(place), () => EMPTY));
    return isRight(await firstValueFrom(committing));
  };

  const dropAll = async (id: string, part: string | undefined): Promise<boolean> => {
    const rows = await chosen(id, part);
    const taken: Array<StoreRow> = [];
    for (const row of rows) {
      const claimed = await take(row);
      if (claimed) taken.push(claimed);
    }
    return (await store.drop(taken)).length === rows.length;
  };

  const forget = (id: string, part?: string): Promise<void> => insist(id, () => dropAll(id, part));

  /** Every part that is left alone while another one is looked at is read again. */
  const change = async (
    id: string,
    part: string | undefined,
    toPlace: (row: StoreRow) => Place,
  ): Promise<void> => {
    for (const { part: each } of await chosen(id, part)) {
      await insist(id, async () => {
        const [row] = await chosen(id, each);
        return row ? takeTo(row, toPlace(row)) : true;
      });
    }
  };

  return { chosen, take, takeTo, forget, change };
};
