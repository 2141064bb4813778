import {
  catchError,
  concat,
  defer,
  EMPTY,
  from,
  type Observable,
  switchMap,
  throwError,
} from 'rxjs';
import { fnvOf } from '../../model/fnv';
import { withFailure } from '../../model/place/placeInternals';
import type { Place } from '../../model/place/Place';
import { placeIn, runOf } from '../../model/place/runs';
import { keptMessage } from '../../walk/durable/failing';
import type { Claim, Finish } from '../../walk/durable/Places';
import { entryOf, placeFrom } from './indexOf';
import { keepingFailure } from './keepingFailure';
import type { LastWork, Store, StoreEntry, StoreFence, StoreRow } from './Store';

/** What `finish` still has to do where there are no transactions, and what it has done: the text says it. */
const due = 'due';

const withFinish = (place: Place, finish: string): Place => {
  const run = runOf(place);
  return run ? placeIn(withFailure(place, undefined), { ...run, finish }) : place;
};

/** Names the runs that have ended together: those of all parts. */
const endKey = (rows: ReadonlyArray<StoreRow>, places: ReadonlyArray<Place | undefined>): string =>
  fnvOf(JSON.stringify(rows.map(({ run }, index) => runOf(places[index])?.run ?? run)));

/** The entry of a last place whose `finish` is still to come. */
export const dueEntry = (place: Place): StoreEntry => entryOf(withFinish(place, due));

/** Runs `finish` with the page that ends a walk in all its parts. */
export const lastWorkOf =
  <Tx>(store: string, finish: Finish<Tx>): LastWork<Tx> =>
  (tx, rows, reads) => {
    const others = rows.map((row) => placeFrom(store, row));
    if (!others.every((other) => other?.isLast)) return EMPTY;
    const ended = others.flatMap((other) => other ?? []);
    return finish(tx, reads, ended);
  };

/** Whether a walk is done in all its parts, but its `finish` is not: then the name of its end. */
const dueEnd = (store: string, rows: ReadonlyArray<StoreRow>): string | undefined => {
  const places = rows.map((row) => placeFrom(store, row));
  const finishes = places.map((place) => runOf(place)?.finish);
  const end = endKey(rows, places);
  const isDue = places.every((place) => place?.isLast) && finishes.includes(due);
  return isDue && !finishes.includes(end) ? end : undefined;
};

/** Runs `finish` as the work of a commit that says that it is done. */
const finishNow = <Tx, R>(
  store: Store<Tx, R>,
  rows: ReadonlyArray<StoreRow>,
  fence: StoreFence,
  end: string,
  finish: Finish<Tx>,
): Observable<unknown> => {
  const place = placeFrom(store.name, fence);
  if (!place) return EMPTY;
  const others = rows
    .filter((row) => row.part !== fence.part)
    .flatMap((row) => placeFrom(store.name, row) ?? []);
  const done = entryOf(withFinish(place, end), false);
  return from(store.commit(fence, done, (tx, reads) => finish(tx, reads, others)));
};

/** Where there are no transactions, `finish` comes when the last place is kept. */
export const finishKept = <Tx, R>(
  store: Store<Tx, R>,
  fence: StoreFence,
  finish: Finish<Tx>,
): Observable<never> =>
  defer(() => store.read({ id: fence.id })).pipe(
    switchMap((rows) => {
      const end = dueEnd(store.name, rows);
      return end === undefined ? EMPTY : finishNow(store, rows, fence, end, finish);
    }),
    switchMap(() => EMPTY),
  );

/** A walk that is found done: what it has not finished. */
export const finishFound = <Tx, R>(
  store: Store<Tx, R>,
  { id, part }: Claim,
  finish: Finish<Tx>,
): Observable<never> =>
  defer(async () => {
    const rows = store.isAtomic ? [] : await store.read({ id });
    const own = rows.find((row) => row.part === part);
    const end = own && dueEnd(store.name, rows);
    if (!own || end === undefined) return EMPTY;
    const of = own.parts ?? [];
    const claimed = await store.claim(id, part === undefined ? undefined : { name: part, of }, {
      after: own.epoch,
    });
    // Where somebody else has claimed it, that one finishes it.
    if (!claimed) return EMPTY;
    const { pages: page, round } = claimed.index;
    const failing = (error: unknown): Observable<never> => {
      const message = keptMessage(error, [placeFrom(store.name, claimed)]);
      const failed = keepingFailure(store)(claimed, { page, round, message });
      return concat(
        failed,
        throwError(() => error),
      );
    };
    return finishNow(store, rows, claimed, end, finish).pipe(catchError(failing));
  }).pipe(
    switchMap((finished) => finished),
    switchMap(() => EMPTY),
  );
