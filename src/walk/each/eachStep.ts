import { type Either, isRight, left, right } from 'fp-ts/Either';
import { none } from 'fp-ts/Option';
import type { Page } from '../../model/endpoints/Page';
import type { Progress } from '../../model/errors/Progress';
import type { PageTokenExpired, WalkEnd, WalkError } from '../../model/errors/WalkError';
import { boundedDoubts, keptDoubts } from '../../model/paging/keptDoubts';
import { heldParents } from '../../model/place/placeInternals';
import type { Place } from '../../model/place/Place';
import { maxRestarts } from '../recovery/restarts';
import type { Key } from '../recovery/seenBefore';
import {
  type Child,
  childAt,
  type EachPosition,
  type EachTally,
  newChild,
  type Parent,
  placeAt,
  progressAt,
  withChild,
  withTraits,
} from './EachPosition';
import type { EachPage } from './EachPage';

/** What a walk does next: emit this, or begin a child again. */
export interface EachStep<P, A> {
  readonly position: EachPosition;
  readonly emits: ReadonlyArray<Either<WalkError, EachPage<P, A>>>;
  /** How often a child has begun again, and why it does so now. */
  readonly again?: { readonly restarts: number; readonly error: PageTokenExpired };
  /** Why a child has failed for good. Its parent may be skipped. */
  readonly failure?: WalkEnd;
}

/** Emits a page whose index and place are those of the whole walk. An empty page has come of no request. */
export const emitPage = <P, A>(
  before: EachPosition,
  parent: P | undefined,
  page: Omit<Page<A>, 'place' | 'index'> = { data: [], nextPageToken: none, fields: {} },
): EachStep<P, A> => {
  const position = {
    ...before,
    pages: before.pages + 1,
    objects: before.objects + page.data.length,
  };
  const place = placeAt(position);
  const emitted = { ...page, index: before.pages, place, parent } as EachPage<P, A>;
  return { position: { ...position, isLast: place.isLast }, emits: [right(emitted)] };
};

/** A key in an error or a doubt, which can be written as JSON. */
export const writableKey = (key: Key): NonNullable<Progress['parent']> =>
  typeof key === 'bigint' ? String(key) : key;

/** Adds what the walk of a parent that is done, with its last place, has left in doubt. */
const withDone = (tally: EachTally, key: Key, place: Place): EachTally => {
  const left = keptDoubts(place).map((doubt) => ({ parent: writableKey(key), ...doubt }));
  return {
    ...tally,
    held: tally.held + heldParents(place),
    doubts: left.length > 0 ? boundedDoubts([...tally.doubts, ...left]) : tally.doubts,
  };
};

const pageStep = <P, A>(
  position: EachPosition,
  { index, key, parent }: Parent<P>,
  page: Page<A>,
): EachStep<P, A> => {
  const { place } = page;
  const child = childAt(position, index);
  const next = place.isLast ? undefined : { ...child, place, pages: child.pages + 1 };
  const tally = withTraits(position.tally, place);
  return emitPage(
    {
      ...withChild(position, index, next),
      tally: place.isLast ? withDone(tally, key, place) : tally,
    },
    parent,
    page,
  );
};

/** A child that begins again at its first page; undefined where it has done so in vain too often. */
const begunAgain = ({ pages, restarts, furthest, inVain }: Child): Child | undefined => {
  const vain = pages > furthest ? 0 : inVain + 1;
  return vain < maxRestarts
    ? {
        ...newChild,
        restarts: restarts + 1,
        furthest: Math.max(furthest, pages),
        inVain: vain,
      }
    : undefined;
};

const failureStep = <P>(
  gone: ReadonlyArray<number>,
  position: EachPosition,
  { index, key, parent }: Parent<P>,
  error: WalkEnd,
): EachStep<P, never> => {
  const child = childAt(position, index);
  // A failure of a parent further down says nothing of this one.
  const isOwn = error.progress.parent === undefined;
  const isFirst = child.pages + (child.place?.pages ?? 0) === 0;
  if (isOwn && isFirst && 'status' in error && gone.includes(error.status ?? 0))
    return emitPage(withChild(position, index, undefined), parent);
  if (isOwn && error._tag === 'PageTokenExpired') {
    const again = begunAgain(child);
    if (again)
      return {
        position: withChild(position, index, again),
        emits: [],
        again: { restarts: again.restarts, error },
      };
  }
  const progress = {
    ...progressAt(position, error.progress.attempts),
    parent: writableKey(key),
  };
  const failure = { ...error, progress };
  return { position, emits: [left(failure)], failure };
};

/** The one decision about a child: what its page, its failure or its end (undefined) makes of the position. */
export const eachStep = <P, A>(
  gone: ReadonlyArray<number>,
  position: EachPosition,
  child: Parent<P>,
  result: Either<WalkError, Page<A>> | undefined,
): EachStep<P, A> => {
  if (result === undefined)
    return { position: withChild(position, child.index, undefined), emits: [] };
  if (isRight(result)) return pageStep(position, child, result.right);
  const error = result.left;
  return error._tag === 'InvalidObject'
    ? { position, emits: [left(error)] }
    : failureStep(gone, position, child, error);
};

/** Leaves out the rest of a parent whose walk has failed. With `'leave'` it holds no mark. */
export const skipParent = <P>(
  position: EachPosition,
  { index, parent }: Parent<P>,
  answer: 'skip' | 'leave',
): EachStep<P, never> => {
  const { skipped, held } = position.tally;
  const tally = {
    ...position.tally,
    skipped: skipped + 1,
    held: held + (answer === 'skip' ? 1 : 0),
  };
  return emitPage({ ...withChild(position, index, undefined), tally }, parent);
};
