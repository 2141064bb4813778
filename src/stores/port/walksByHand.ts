import { fromNullable } from 'fp-ts/Option';
import { checkKnown } from '../../model/optionChecks';
import type { Place } from '../../model/place/Place';
import { firstPlace, runOf } from '../../model/place/runs';
import type { KeptWalk, KeptWalksFilter } from '../../walk/durable/KeptPlaces';
import { compareMarks } from '../../walk/durable/marks';
import { checkId } from '../../walk/durable/Places';
import { changingWalks, insist } from './changingWalks';
import { placeFrom, UnreadablePlace } from './indexOf';
import { shownWalk, summed } from './shownWalk';
import type { Store, StoreRow } from './Store';
import type { StorePlaces } from './StorePlaces';

const checkFilter = (
  store: string,
  { isLast, prefix = '', after = '', limit, ...others }: KeptWalksFilter,
) => {
  checkKnown(`${store}.all`, others);
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
    throw new TypeError(`${store}: limit must be a whole number above 0`);
  }
  if (
    typeof prefix !== 'string' ||
    typeof after !== 'string' ||
    typeof (isLast ?? true) !== 'boolean'
  ) {
    throw new TypeError(`${store}: prefix and after must be strings, and isLast a boolean`);
  }
  return { isLast, prefix, after, limit };
};

/** The time before which walks are pruned, in milliseconds. */
const checkPrune = (
  store: string,
  { finishedBefore, ...others }: { readonly finishedBefore: Date },
): number => {
  checkKnown(`${store}.prune`, others);
  const before = finishedBefore instanceof Date ? finishedBefore.getTime() : NaN;
  if (Number.isNaN(before)) throw new TypeError(`${store}: finishedBefore must be a valid date`);
  return before;
};

/** How many walks are looked for, and dropped, together. */
const atOnce = 1_000;

/** The beginning of a run from the mark or token that was kept. */
const withoutPages = (place: Place | undefined): Place => {
  const run = runOf(place);
  if (run?.by !== 'delta') return firstPlace({ by: 'mark', run: '', before: run?.before });
  return firstPlace({ by: 'delta', run: '', before: run.before, isFull: run.isFull });
};

const isOfMark = ({ mark, delta }: KeptWalk): boolean => mark !== undefined || delta === true;

/** The beginning of a run again. What is shown of a place that cannot be read is all that is left of it: no token is. */
const begunAgain = (store: string, row: StoreRow): Place => {
  try {
    return withoutPages(placeFrom(store, row));
  } catch (error) {
    if (!(error instanceof UnreadablePlace)) throw error;
    const { delta, mark } = shownWalk(row);
    return firstPlace(
      delta ? { by: 'delta', run: '', isFull: true } : { by: 'mark', run: '', before: mark },
    );
  }
};

/** The rows of each walk. */
const byWalk = (rows: ReadonlyArray<StoreRow>): ReadonlyArray<ReadonlyArray<StoreRow>> => {
  const walks = new Map<string, Array<StoreRow>>();
  for (const row of rows) walks.set(row.id, [...(walks.get(row.id) ?? []), row]);
  return [...walks.values()];
};

/** Forgets walks that are done and were kept before a time. Returns how many. */
const pruneWalks = async <Tx, R>(store: Store<Tx, R>, keptBefore: number): Promise<number> => {
  let [removed, after] = [0, ''];
  for (;;) {
    const filter = { isLast: true, recurs: false, keptBefore, after, limit: atOnce };
    const walks = byWalk(await store.read(filter));
    const done = walks.filter(({ length, 0: row }) => length === (row?.parts?.length ?? 1));
    removed += byWalk(await store.drop(done.flat())).length;
    after = walks.at(-1)?.[0]?.id ?? '';
    if (walks.length < atOnce) return removed;
  }
};

/** What people do with walks. They claim and commit as a walker does, so that what fences walkers fences them. */
export const walksByHand = <Tx, R>(
  store: Store<Tx, R>,
): Pick<
  StorePlaces<Tx>,
  'get' | 'all' | 'prune' | 'forget' | 'restart' | 'setMark' | 'release'
> => {
  const { chosen, take, takeTo, forget, change } = changingWalks(store);

  return {
    forget,
    get: async (id, part) => {
      checkId(id);
      const walks = (await store.read({ id })).map(shownWalk);
      return fromNullable(
        part === undefined ? summed(id, walks) : walks.find((walk) => walk.part === part),
      );
    },
    all: async (filter = {}) => (await store.read(checkFilter(store.name, filter))).map(shownWalk),
    prune: async (options) => pruneWalks(store, checkPrune(store.name, options)),
    restart: async (id, part) => {
      const rows = await chosen(id, part);
      if (!rows.some((row) => isOfMark(shownWalk(row)))) return forget(id, part);
      for (const row of rows) {
        if (isOfMark(shownWalk(row)))
          await change(id, row.part, (each) => begunAgain(store.name, each));
        else await forget(id, row.part);
      }
    },
    setMark: async (id, mark, part) => {
      compareMarks(mark, mark);
      const place = firstPlace({ by: 'mark', run: '', before: mark });
      if ((await chosen(id, part)).length === 0) return insist(id, () => takeTo({ id }, place));
      return change(id, part, (row) => {
        if (runOf(placeFrom(store.name, row))?.by !== 'delta') return place;
        throw new Error(
          `the walk ${JSON.stringify(id)} asks from a token of its service (delta), which a mark would replace: forget it first`,
        );
      });
    },
    release: async (id, part) => {
      for (const row of await chosen(id, part)) {
        const { isLast, recurs } = row.index;
        // Of a walk whose runs follow each other the next one may be under way.
        if (!isLast || recurs) await take(row);
      }
    },
  };
};
