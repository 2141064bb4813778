import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { type Option, none, some } from 'fp-ts/Option';
import { fnvOf } from '../../model/fnv';
import type { Page } from '../../model/endpoints/Page';
import type { Progress } from '../../model/errors/Progress';
import type { InvalidObject, WalkError } from '../../model/errors/WalkError';
import type { Doubt } from '../../model/paging/doubts';
import { type Each, hiddenOf, placeOfEach, placeWith } from '../../model/place/placeInternals';
import type { Place } from '../../model/place/Place';
import { checkedKey, type Key } from '../recovery/seenBefore';

/** A parent, and its index among those of its page. */
export interface Parent<P> {
  readonly index: number;
  readonly key: Key;
  readonly parent: P;
}

/** The walk of a parent that is not done: where it continues, and the pages that it has brought since it began in this run. */
export interface Child {
  readonly place: Place | undefined;
  readonly pages: number;
  /** How often it began again, the most pages that it had brought by then, and how often in a row it brought no more. */
  readonly restarts: number;
  readonly furthest: number;
  readonly inVain: number;
}

export const newChild: Child = { place: undefined, pages: 0, restarts: 0, furthest: -1, inVain: 0 };

/** What the walks of the parents have come to, since the walk began with its first page. */
export interface EachTally {
  /** How many parents were skipped, or could not be read. */
  readonly skipped: number;
  /** How many of them, and of those further down, hold a mark where it is. */
  readonly held: number;
  /** What the walks of parents that are done have left in doubt. */
  readonly doubts: ReadonlyArray<Doubt>;
  /** Whether a page of the parents or of a child was counted. */
  readonly isCounted: boolean;
}

export interface EachPosition {
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
  readonly tally: EachTally;
}

/** No parent of a page was begun. */
const noneBegun: Omit<Each, 'parents'> = { keys: '', startedCount: 0, children: [] };

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
  const isLast = start?.isLast ?? false;
  const inside = isLast || start?.pages === 0 ? undefined : each;
  const { keys, startedCount, children, skipped = 0, held = 0, doubts = [] } = inside ?? noneBegun;
  return some({
    start,
    pages: 0,
    objects: 0,
    isLast,
    before: inside?.parents ?? (each && parentsEdge(each.parents, isLast)),
    after: undefined,
    keys,
    count: 0,
    startedCount,
    children: new Map(children.map(([index, place]) => [index, { ...newChild, place }])),
    tally: { skipped, held, doubts, isCounted: false },
  });
};

/** How far this run came. */
export const progressAt = ({ start, pages, objects }: EachPosition, attempts: number): Progress =>
  start ? { pages, objects, attempts, resumed: true } : { pages, objects, attempts };

/** Notes whether the page of a place, of the parents or of a child, was counted. */
export const withTraits = (tally: EachTally, place: Place): EachTally => ({
  ...tally,
  isCounted: tally.isCounted || hiddenOf(place)?.traits?.isCounted === true,
});

/** The parents of a page by their keys, and of each that cannot be read whether it holds a mark where it is. */
const readParents = <P>(
  data: Page<P>['data'],
  keyOf: (parent: P) => Key,
  onInvalid: ((error: InvalidObject) => unknown) | undefined,
) => {
  const found = new Map<Key, P>();
  const refused: Array<boolean> = [];
  for (const object of data) {
    if (isLeft(object)) {
      if (!onInvalid) return object;
      refused.push(onInvalid(object.left) !== 'leave');
    } else {
      const key = checkedKey(keyOf(object.right));
      if (!found.has(key)) found.set(key, object.right);
    }
  }
  return right({ found, refused });
};

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
  const read = readParents(data, keyOf, onInvalid);
  if (isLeft(read)) {
    const { problems } = read.left;
    return left({ _tag: 'InvalidEnvelope', problems, progress: progressAt(position, 1) });
  }
  const { found, refused } = read.right;
  const { before = parentsEdge(place, false), after, tally } = position;
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
      tally: {
        ...withTraits(tally, place),
        skipped: tally.skipped + holding.length,
        held: tally.held + holding.filter(Boolean).length,
      },
    },
    waiting: parents.filter(({ index }) => index >= startedCount || children.has(index)),
  });
};

export const childAt = ({ children }: EachPosition, index: number): Child =>
  children.get(index) ?? newChild;

/** A child that has begun or come further; one that is undefined is done. */
export const withChild = (
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
  withChild(position, index, childAt(position, index));

/** Where the walk continues with everything that no page has brought yet. */
export const placeAt = ({
  start,
  before,
  after,
  keys,
  count,
  startedCount,
  children,
  tally,
  ...run
}: EachPosition): Place => {
  const parents = after ?? parentsEdge(before, true);
  const isOver = startedCount === count && children.size === 0;
  const { pages, objects, round } = start ?? { pages: 0, objects: 0, round: 1 };
  // A page of parents that breaks a rule is asked for again: what is done of it stays known.
  const isPast = isOver && (parents.isLast || parents.pages > (before?.pages ?? 0));
  const placesOf = ([index, { place }]: readonly [number, Child]) => [index, place] as const;
  const underWay: Each =
    isPast || !before
      ? { ...noneBegun, parents }
      : { parents: before, keys, startedCount, children: [...children].map(placesOf) };
  return placeOfEach(
    {
      pages: pages + run.pages,
      objects: objects + run.objects,
      round,
      isLast: isOver && parents.isLast,
    },
    { ...underWay, ...tally },
    hiddenOf(start)?.past,
  );
};
