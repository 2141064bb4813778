import { type Either, left, right } from 'fp-ts/Either';
import type { DeltaToken } from '../../model/DeltaToken';
import type { WalkEnd } from '../../model/errors/WalkError';
import type { Place } from '../../model/place/Place';
import { hiddenOf } from '../../model/place/placeInternals';
import { firstPlace, newRun, placeIn, runOf } from '../../model/place/runs';
import type { RunBeginning, Strategy } from './Strategy';

/**
 * The place of a page in a run by the service's own tokens, with what the run remembers, or why it is not the end of the run. The
 * token that came last is remembered. A run that ends without any has not ended well.
 */
const tokenAfter = (
  at: Place | undefined,
  { place, delta }: { readonly place: Place; readonly delta?: DeltaToken },
): Either<WalkEnd, Place> => {
  if (!hiddenOf(place)?.traits?.hasDelta) {
    throw new TypeError(
      'durable: delta needs client.pages(…) of an endpoint with delta: these pages have no token',
    );
  }
  const run = runOf(at);
  if (run?.by !== 'delta') return right(placeIn(place, run));
  const latest: string | undefined = delta ?? run.latest;
  if (!place.isLast) return right(placeIn(place, { ...run, latest }));
  if (latest !== undefined) {
    const { isFull, isOld } = run;
    return right(placeIn(place, { by: 'delta', run: run.run, before: latest, isFull, isOld }));
  }
  const { pages, objects } = place;
  return left({
    _tag: 'ProtocolViolation',
    rule: 'MissingDelta',
    progress: { pages, objects, attempts: 1 },
  });
};

/** A walk that asks for what has changed by the service's own tokens: `expired` are the statuses that say that one is too old. */
export const tokenRuns = (expired: ReadonlyArray<number>): Strategy<unknown> => {
  const tokenRunOf = (at: Parameters<typeof runOf>[0]) => {
    const known = runOf(at);
    return known?.by === 'delta' ? known : undefined;
  };
  const beginFrom = (before: string | undefined): RunBeginning => {
    const isFull = before === undefined;
    return {
      at: firstPlace({ by: 'delta', run: newRun(), before, from: before, isFull }),
      isFresh: true,
    };
  };
  const fromOf = (at: Parameters<typeof runOf>[0]) => tokenRunOf(at)?.from;

  return {
    by: 'delta',
    // Where no page is kept, only a token is.
    begin: (kept) =>
      !kept || kept.isLast || kept.pages === 0
        ? beginFrom(tokenRunOf(kept)?.before)
        : { at: kept, isFresh: false },
    beginFull: () => beginFrom(undefined),
    asks: (at) => {
      const delta = fromOf(at);
      return delta === undefined ? {} : { delta };
    },
    after: tokenAfter,
    again: (at, end, isOwn) => {
      const isFirst = !at?.pages;
      const asksAll = fromOf(at) === undefined;
      const status = 'status' in end ? (end.status ?? 0) : 0;
      // A first page that was asked for without a token cannot say that one is too old.
      const isGone = expired.includes(status) && !(isFirst && asksAll);
      if (!isGone && !isOwn) return undefined;
      return isFirst && !asksAll ? 'run' : 'round';
    },
    seesAll: (at) => tokenRunOf(at)?.isFull ?? true,
    shows: (at) => ({ run: runOf(at)?.run ?? '', isFull: fromOf(at) === undefined }),
  };
};
