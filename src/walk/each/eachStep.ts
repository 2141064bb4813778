import { fnvOf } from '../../model/fnv';
import { type Either, isRight, left, right } from 'fp-ts/Either';
import { type Option, none, some } from 'fp-ts/Option';
import type { Page } from '../../model/endpoints/Page';
import type { Progress } from '../../model/errors/Progress';
import type {
  InvalidObject,
  PageTokenExpired,
  WalkEnd,
  WalkError,
} from '../../model/errors/WalkError';
import type { Doubt } from '../../model/paging/doubts';
import { boundedDoubts, keptDoubts } from '../../model/paging/keptDoubts';
import { heldParents, hiddenOf, placeOfEach, placeWith } from '../../model/place/placeInternals';
import type { Place } from '../../model/place/Place';
import { maxRestarts } from '../recovery/restarts';
import { checkedKey, type Key } from '../recovery/seenBefore';

/** A page of a parent's walk. If none of them can be the last page, an empty page without a parent is. @since 1.0.0 */
export type EachPage<P, A> =
  (Page<A> & { readonly parent: P }) | (Page<never> & { readonly parent: undefined });

/** A parent, and its index among those of its page. */
export interface Parent<P> {
  readonly index: number;
  readonly key: Key;
  readonly parent: P;
}

/** The walk of a parent that is not done: where it continues, and the pages that it has brought since it began in this run. */
interface Child {
  readonly place: Place | undefined;
  readonly pages: number;
  /** How often it began again, the most pages that it had brought by then, and how often in a row it brought no more. */
  readonly restarts: number;
  readonly furthest: number;
  readonly inVain: number;
}

const newChild: Child = { place: undefined, pages: 0, restarts: 0, furthest: -1, inVain: 0 };

interface EachPosition {
  /** Where this run began; pages that it has emitted, and their objects; whether the last of them said that all is done. */
  readonly start: Place | undefined;
  readonly pages: number;
  readonly objects: number;
  readonly isLast: boolean;
  /** Where the page of parents that is under way is asked for again, and where the parents continue after it, once it has come. */
  readonly before: Place | undefined;
  readonly after: Place | undefined;
  /** A digest of the keys in that page, how many there are, and how many were begun. */
  readonly keys: string;
  readonly count: number;
  readonly startedCount: number;
  /** Those that were begun and are not done, by their index and in that order. */
  readonly children: ReadonlyMap<number, Child>;
  /** How many parents were skipped, or could not be read, since the walk began with its first page. */
  readonly skipped: number;
  /** How many of them, and of those further down, hold a mark where it is. */
  readonly held: number;
  /** What the walks of parents that are done have left in doubt since then. */
  readonly doubts: ReadonlyArray<Doubt>;
  /** Whether a page of the parents or of a child was counted. */
  readonly isCounted: boolean;
}

/** The beginning, or the end, of the walk that a place belongs to: it still refuses another request. */
const parentsEdge = (place: Place | undefined, isLast: boolean): Place =>
  placeWith(
    { pages: 0, objects: 0, round: place?.round ?? 1, isLast },
    {
      request: undefined,
      ...hiddenOf(place),
      pageToken: none,
      ...(!isLast && { seen: undefined }),
    },
  );

/** Where a run begins; none for a place of another walk. The beginning of a later round knows nothing of children. */
export const startEach = (start: Place | undefined): Option<EachPosition> => {
  const { request, each } = hiddenOf(start) ?? { request: start };
  if (request && !each) return none;
  const inside = start?.isLast || start?.pages === 0 ? undefined : each;
  const before = inside?.parents ?? (each && parentsEdge(each.parents, start?.isLast ?? false));
  const {
    keys,
    startedCount,
    children,
    skipped = 0,
    held = 0,
    doubts = [],
  } = inside ?? { keys: '', startedCount: 0, children: [] };
  const known = new Map(children.map(([index, place]) => [index, { ...newChild, place }]));
  const run = { start, pages: 0, objects: 0, isLast: start?.isLast ?? false };
  return some({
    ...run,
    before,
    after: undefined,
    keys,
    count: 0,
    startedCount,
    children: known,
    skipped,
    held,
    doubts,
    isCounted: false,
  });
};

const isCountedPage = (place: Place): boolean => hiddenOf(place)?.traits?.isCounted === true;

const progressAt = ({ start, pages, objects }: EachPosition, attempts: number): Progress =>
  start ? { pages, objects, attempts, resumed: true } : { pages, objects, attempts };

/** The next page of parents, and those not done: what is known of them counts only with the same keys in the same order. */
export const nextParents = <P>(
  position: EachPosition,
  { data, place }: Page<P>,
  keyOf: (parent: P) => Key,
  onInvalid: ((error: InvalidObject) => unknown) | undefined,
): Either<
  WalkError,
  { readonly position: EachPosition; readonly waiting: ReadonlyArray<Parent<P>> }
> => {
  const found = new Map<Key, P>();
  const refused: Array<boolean> = [];
  for (const object of data) {
    if (isRight(object)) {
      const key = checkedKey(keyOf(object.right));
      if (!found.has(key)) found.set(key, object.right);
    } else if (onInvalid) refused.push(onInvalid(object.left) !== 'leave');
    else
      return left({
        _tag: 'InvalidEnvelope',
        problems: object.left.problems,
        progress: progressAt(position, 1),
      });
  }
  const { before = parentsEdge(place, false), after } = position;
  const keys = fnvOf(JSON.stringify([...found.keys()].map((key) => [typeof key, String(key)])));
  const isKnown = after === undefined && keys === position.keys;
  const { startedCount, children } = isKnown
    ? position
    : { startedCount: 0, children: new Map<number, Child>() };
  const parents = [...found].map(([key, parent], index) => ({ index, key, parent }));
  // Those of a page that is asked for again are counted.
  const holding = isKnown ? [] : refused;
  return right({
    position: {
      ...position,
      before: after ?? before,
      after: place,
      keys,
      count: found.size,
      startedCount,
      children,
      skipped: position.skipped + holding.length,
      held: position.held + holding.filter(Boolean).length,
      isCounted: position.isCounted || isCountedPage(place),
    },
    waiting: parents.filter(({ index }) => index >= startedCount || children.has(index)),
  });
};

/** A child that has begun or come further; one that is undefined is done. */
const withChild = (
  position: EachPosition,
  index: number,
  child: Child | undefined,
): EachPosition => {
  const children = new Map(position.children);
  if (child) children.set(index, child);
  else children.delete(index);
  return { ...position, startedCount: Math.max(position.startedCount, index + 1), children };
};

export const beginChild = (position: EachPosition, index: number): EachPosition =>
  withChild(position, index, position.children.get(index) ?? newChild);

/** Where the walk continues with everything that no page has brought yet. */
const placeAt = ({
  start,
  before,
  after,
  keys,
  count,
  startedCount,
  children,
  skipped,
  held,
  doubts,
  isCounted,
  ...run
}: EachPosition): Place => {
  const parents = after ?? parentsEdge(before, true);
  const isOver = startedCount === count && children.size === 0;
  const { pages, objects, round } = start ?? { pages: 0, objects: 0, round: 1 };
  // A page of parents that breaks a rule is asked for again: what is done of it stays known.
  const isPast = isOver && (parents.isLast || parents.pages > (before?.pages ?? 0));
  return placeOfEach(
    {
      pages: pages + run.pages,
      objects: objects + run.objects,
      round,
      isLast: isOver && parents.isLast,
    },
    isPast || !before
      ? { parents, keys: '', startedCount: 0, children: [], skipped, held, doubts, isCounted }
      : {
          parents: before,
          keys,
          startedCount,
          children: [...children].map(([index, { place }]) => [index, place]),
          skipped,
          held,
          doubts,
          isCounted,
        },
    hiddenOf(start)?.past,
  );
};

/** What a walk does next: emit this, or begin a child again. */
export interface EachStep<P, A> {
  readonly position: EachPosition;
  readonly emits: ReadonlyArray<Either<WalkError, EachPage<P, A>>>;
  /** How often a child has begun again, and why it does so now. */
  readonly again?: { readonly restarts: number; readonly error: PageTokenExpired };
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

/** The one decision about a child: what its page, its failure or its end (undefined) makes of the position. */
export const eachStep = <P, A>(
  gone: ReadonlyArray<number>,
  answerTo: (error: WalkEnd) => 'end' | 'skip' | 'leave' | undefined,
  position: EachPosition,
  { index, key, parent }: Parent<P>,
  result: Either<WalkError, Page<A>> | undefined,
): EachStep<P, A> => {
  const child = position.children.get(index) ?? newChild;
  const done = withChild(position, index, undefined);
  if (result === undefined) return { position: done, emits: [] };
  if (isRight(result)) {
    const { place } = result.right;
    const next = place.isLast
      ? done
      : withChild(position, index, { ...child, place, pages: child.pages + 1 });
    const isCounted = position.isCounted || isCountedPage(place);
    const left = place.isLast
      ? keptDoubts(place).map((doubt) => ({ parent: writableKey(key), ...doubt }))
      : [];
    const doubts = left.length > 0 ? boundedDoubts([...position.doubts, ...left]) : position.doubts;
    const held = position.held + (place.isLast ? heldParents(place) : 0);
    return emitPage({ ...next, isCounted, doubts, held }, parent, result.right);
  }
  const error = result.left;
  if (error._tag === 'InvalidObject') return { position, emits: [result] };
  // A failure of a parent further down says nothing of this one.
  const isOwn = error.progress.parent === undefined;
  const isFirst = child.pages + (child.place?.pages ?? 0) === 0;
  if (isOwn && isFirst && 'status' in error && gone.includes(error.status ?? 0))
    return emitPage(done, parent);
  const inVain = child.pages > child.furthest ? 0 : child.inVain + 1;
  if (isOwn && error._tag === 'PageTokenExpired' && inVain < maxRestarts) {
    const restarts = child.restarts + 1;
    const restarted = {
      ...newChild,
      restarts,
      furthest: Math.max(child.furthest, child.pages),
      inVain,
    };
    return {
      position: withChild(position, index, restarted),
      emits: [],
      again: { restarts, error },
    };
  }
  const ended = {
    ...error,
    progress: { ...progressAt(position, error.progress.attempts), parent: writableKey(key) },
  };
  const answer = answerTo(ended);
  if (answer !== 'skip' && answer !== 'leave') return { position, emits: [left(ended)] };
  const held = done.held + (answer === 'skip' ? 1 : 0);
  return emitPage({ ...done, skipped: done.skipped + 1, held }, parent);
};
