import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { fromNullable, type Option, toUndefined } from 'fp-ts/Option';
import {
  catchError,
  concat,
  defer,
  EMPTY,
  from,
  type Observable,
  of,
  switchMap,
  throwError,
} from 'rxjs';
import type { Superseded } from '../../model/errors/Superseded';
import { digest, withFailure } from '../../model/place/placeInternals';
import { Place } from '../../model/place/Place';
import { placeIn, runOf } from '../../model/place/runs';
import type { KeptPlaces } from '../../walk/durable/KeptPlaces';
import {
  type Behind,
  checkId,
  type Claim,
  type ClaimOptions,
  type Finish,
  type Part,
} from '../../walk/durable/Places';
import { keptMessage } from '../../walk/durable/failing';
import { entryOf, placeFrom } from './indexOf';
import { keepingFailure } from './keepingFailure';
import { distanceFrom } from './shownWalk';
import type { Store, StoreFence, StoreRow } from './Store';
import type { StorePlaces } from './StorePlaces';
import { walksByHand } from './walksByHand';

type KeepResult = Either<Superseded | Behind, void>;

const placeText = (place: Option<Place>): string | null => {
  const known = toUndefined(place);
  return known ? Place.encode(known) : null;
};

const busyFrom = ({ claimedBy, claimedAt }: StoreRow): NonNullable<Claim['busy']> => ({
  claimedBy: claimedBy ?? null,
  claimedAt: new Date(claimedAt),
});

/** The names of parts in one order. */
const partNames = (part: Part | undefined): ReadonlyArray<string> | undefined =>
  part && [...part.of].sort();

const isFresh = ({ claimedBy, claimedAt, keptAt, now }: StoreRow, ms: number): boolean =>
  claimedBy !== null && distanceFrom(now, claimedAt, keptAt) < ms;

/** What `finish` still has to do where there are no transactions, and what it has done: the text says it. */
const due = 'due';

const withFinish = (place: Place, finish: string): Place => {
  const run = runOf(place);
  return run ? placeIn(withFailure(place, undefined), { ...run, finish }) : place;
};

/** Names the runs that have ended together: those of all parts. */
const endKey = (rows: ReadonlyArray<StoreRow>, places: ReadonlyArray<Place | undefined>): string =>
  digest(JSON.stringify(rows.map(({ run }, index) => runOf(places[index])?.run ?? run)));

/**
 * Makes of a `Store` what `durable` takes as `places`: claims, parts, `Busy`, `Behind`, `finish`, marks, and everything that
 * people do with walks by hand.
 *
 * @example
 * ```ts
 * import { memoryStore, placesOf } from 'pagewalk/stores';
 *
 * // For the option `places` of `durable`.
 * const places = placesOf(memoryStore());
 * ```
 *
 * @since 1.0.0
 */
export const placesOf = <Tx, R = unknown>(store: Store<Tx, R>): StorePlaces<Tx, R> => {
  const checkParts = (rows: ReadonlyArray<StoreRow>, id: string, part: Part | undefined): void => {
    const [first] = rows;
    if (!first || JSON.stringify(first.parts) === JSON.stringify(partNames(part))) return;
    throw new Error(
      `${store.name}: the walk ${JSON.stringify(id)} was begun in ${first.parts ? 'other parts' : 'no parts'}. ` +
        'Use the parts that it was begun in, or another id. Only forget(id), which drops its marks, lets this one begin in others',
    );
  };

  const placeOf = (row: StoreRow): Place | undefined => placeFrom(store.name, row);

  const claim = async (id: string, part?: Part, options: ClaimOptions = {}): Promise<Claim> => {
    const { again = false, by, ifOlderThan, check } = options;
    for (const each of [id, ...(part?.of ?? [])]) checkId(each);
    const claimOf = (row: StoreRow, busy?: Claim['busy']): Claim => {
      const { epoch, nonce, run } = row;
      return { id, part: part?.name, run, epoch, nonce, busy, place: fromNullable(placeOf(row)) };
    };
    for (;;) {
      const rows = await store.read({ id });
      checkParts(rows, id, part);
      const own = rows.find((row) => row.part === part?.name);
      const place = own && placeOf(own);
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

  /** Why nothing was committed: another claim counts, or another place is there. */
  const changed = ({ id, epoch, nonce }: Claim, row: StoreRow | undefined): KeepResult => {
    const isOwn = row?.epoch === epoch && row.nonce === nonce;
    return left(
      isOwn
        ? { _tag: 'Behind', place: fromNullable(placeOf(row)) }
        : { _tag: 'Superseded', id, ...(row && busyFrom(row)) },
    );
  };

  /** Whether the walk is done in all its parts, but its `finish` is not. */
  const dueEnd = (rows: ReadonlyArray<StoreRow>): string | undefined => {
    const places = rows.map(placeOf);
    const finishes = places.map((place) => runOf(place)?.finish);
    const end = endKey(rows, places);
    const isDue = places.every((place) => place?.isLast) && finishes.includes(due);
    return isDue && !finishes.includes(end) ? end : undefined;
  };

  /** Runs `finish` as the work of a commit that says that it is done. */
  const finishNow = (
    rows: ReadonlyArray<StoreRow>,
    fence: StoreFence,
    end: string,
    finish: Finish<Tx>,
  ): Observable<unknown> => {
    const place = placeFrom(store.name, fence);
    if (!place) return EMPTY;
    const others = rows
      .filter((row) => row.part !== fence.part)
      .flatMap((row) => placeOf(row) ?? []);
    const done = entryOf(withFinish(place, end), false);
    return from(store.commit(fence, done, (tx, reads) => finish(tx, reads, others)));
  };

  const fail = keepingFailure(store);

  /** Where there are no transactions, `finish` comes when the last place is kept. */
  const afterKept = (fence: StoreFence, finish: Finish<Tx>): Observable<never> =>
    defer(() => store.read({ id: fence.id })).pipe(
      switchMap((rows) => {
        const end = dueEnd(rows);
        return end === undefined ? EMPTY : finishNow(rows, fence, end, finish);
      }),
      switchMap(() => EMPTY),
    );

  const keep = (
    claimed: Claim,
    place: Place,
    work: Parameters<KeptPlaces<Tx>['keep']>[2],
    finish?: Finish<Tx>,
  ): Observable<KeepResult> =>
    defer(() => {
      const { id, part, epoch, nonce } = claimed;
      const fence = { id, part, epoch, nonce, text: placeText(claimed.place) };
      const isEnd = finish !== undefined && place.isLast;
      const isDue = isEnd && !store.isAtomic;
      const entry = entryOf(isDue ? withFinish(place, due) : place);
      const last =
        isEnd && store.isAtomic
          ? (...[tx, rows, reads]: Parameters<NonNullable<Parameters<typeof store.commit>[3]>>) => {
              const others = rows.map(placeOf);
              const areLast = others.every((other) => other?.isLast);
              return areLast
                ? finish(
                    tx,
                    reads,
                    others.flatMap((other) => other ?? []),
                  )
                : EMPTY;
            }
          : undefined;
      return from(store.commit(fence, entry, work, last)).pipe(
        switchMap((result): Observable<KeepResult> => {
          if (isLeft(result)) return of(changed(claimed, result.left));
          const kept = of<KeepResult>(right(undefined));
          return isDue ? concat(afterKept({ ...fence, text: entry.text }, finish), kept) : kept;
        }),
      );
    });

  /** A walk that is found done: what it has not finished. */
  const finish = ({ id, part }: Claim, finishing: Finish<Tx>): Observable<never> =>
    defer(async () => {
      const rows = store.isAtomic ? [] : await store.read({ id });
      const own = rows.find((row) => row.part === part);
      const end = own && dueEnd(rows);
      if (!own || end === undefined) return EMPTY;
      const of = own.parts ?? [];
      const claimed = await store.claim(id, part === undefined ? undefined : { name: part, of }, {
        after: own.epoch,
      });
      // Where somebody else has claimed it, that one finishes it.
      if (!claimed) return EMPTY;
      const { pages, round } = claimed.index;
      return finishNow(rows, claimed, end, finishing).pipe(
        catchError((error: unknown) =>
          concat(
            fail(claimed, { page: pages, round, message: keptMessage(error, [placeOf(claimed)]) }),
            throwError(() => error),
          ),
        ),
      );
    }).pipe(
      switchMap((finished) => finished),
      switchMap(() => EMPTY),
    );

  return { claim, keep, finish, fail, isAtomic: store.isAtomic, ...walksByHand(store) };
};
