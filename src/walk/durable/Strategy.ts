import { type Either, right } from 'fp-ts/Either';
import type { Page } from '../../model/endpoints/Page';
import type { WalkEnd } from '../../model/errors/WalkError';
import type { Place } from '../../model/place/Place';
import type { Run } from '../../model/place/Run';
import { firstPlace, newRun, placeIn, runOf } from '../../model/place/runs';

/** Where a round begins. */
export interface RunBeginning {
  /** Undefined for a plain walk that begins with its first page. */
  readonly at: Place | undefined;
  /** Whether it is the beginning of a run, which no page has, and no walk is asked to continue from. */
  readonly isFresh: boolean;
}

/** What the end of a round means: another round of the run, or another run, which sees everything. */
export type Again = 'round' | 'run' | undefined;

/**
 * How the runs of a walk follow each other, and what is remembered of one: a plain walk has one run, the others ask for what is new
 * by marks or by tokens. `durable` itself knows none of them.
 */
export interface Strategy<A> {
  /** The option that a walk is kept with. */
  readonly by?: 'mark' | 'delta';
  /** Where a walk continues that was kept so; none of it is kept before its first page. */
  readonly begin: (kept: Place | undefined) => RunBeginning;
  /** Where the run begins that reads everything, as a token is too old. */
  readonly beginFull?: () => RunBeginning;
  /** What a round asks from, for `pages`. */
  readonly asks: (at: Place | undefined) => object;
  /** The place of a page, with what is remembered of the run after it, or why it cannot be the end of one. */
  readonly after: (at: Place | undefined, page: Page<A>) => Either<WalkEnd, Place>;
  /** Whether a page ends the run, though it is not the last one; asked before it is worked on. */
  readonly ends?: (at: Place | undefined, page: Page<A>) => boolean;
  /** Whether the first page after a resume shows that the run has to begin with its first page again. */
  readonly hasMoved?: (at: Place | undefined, page: Page<A>) => boolean;
  /** What it means that a round ended so. `isOwn`: the token of its own place has expired, not that of one parent. */
  readonly again: (at: Place | undefined, end: WalkEnd, isOwn: boolean) => Again;
  /** Whether the run that a place belongs to sees everything, so that it can be finished. */
  readonly seesAll: (at: Place | undefined) => boolean;
  /** What work gets to know of the run of its page. */
  readonly shows: (at: Place | undefined) => { readonly run: string; readonly isFull?: boolean };
}

/** A run that reads everything. `old` is the text that 1.0.0-rc.2 gave the walk, if that has begun it. */
const plainRun = (old: string | undefined): Run => ({
  by: 'plain',
  run: old ?? newRun(),
  isOld: old === undefined ? undefined : true,
});

/** What was kept continues in the run that it was begun in, also where the walk has another option now. 1.0.0-rc.2 kept no plain run. */
export const inItsRun = (kept: Place | undefined, old: string | undefined): Place | undefined =>
  runOf(kept) ? kept : placeIn(kept, plainRun(old));

/** A walk that reads everything once, each of its rounds in a run of its own. `old` is the text of `plainRun`. */
export const plainRuns = (old: string | undefined): Strategy<unknown> => ({
  begin: (kept) =>
    // A later round that has no page yet is still one: places of others may keep it.
    !kept || (kept.pages === 0 && kept.round === 1 && !kept.isLast)
      ? { at: firstPlace(plainRun(old)), isFresh: true }
      : { at: kept, isFresh: false },
  asks: () => ({}),
  after: (at, { place }) => right(placeIn(place, runOf(at))),
  again: (_, __, isOwn) => (isOwn ? 'round' : undefined),
  seesAll: () => true,
  shows: (at) => ({ run: runOf(at)?.run ?? '' }),
});
