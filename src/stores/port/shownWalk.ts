import { readBigint } from '../../model/place/runs';
import type { KeptWalk } from '../../walk/durable/KeptPlaces';
import type { ShownMore } from './indexOf';
import type { StoreRow } from './Store';

/** Milliseconds between now and the nearest of these times: a clock that was set back leaves some of them in the future. */
export const distanceFrom = (now: number, ...times: ReadonlyArray<number | null>): number =>
  Math.min(...times.map((time) => (time === null ? Infinity : Math.abs(now - time))));

/** How far a walk, or a part of it, has got. */
export const shownWalk = ({
  id,
  part,
  index,
  claimedBy,
  claimedAt,
  keptAt,
  now,
}: StoreRow): KeptWalk => {
  const { pages, objects, round, isLast, shown } = index;
  const { failure, ...more } = JSON.parse(shown ?? '{}', readBigint) as ShownMore;
  return {
    id,
    ...(part !== undefined && { part }),
    ...{ pages, objects, round, isLast },
    claimedBy: claimedBy ?? null,
    claimedAt: new Date(claimedAt),
    keptAt: keptAt === null ? null : new Date(keptAt),
    age: distanceFrom(now, keptAt ?? claimedAt),
    ...more,
    ...(failure && { failure: { ...failure, at: new Date(failure.at) } }),
  };
};

/** The sums of parts, or the walk itself where it has none. */
export const summed = (id: string, walks: ReadonlyArray<KeptWalk>): KeptWalk | undefined => {
  const [first] = walks;
  if (first?.part === undefined) return first;
  // Parts that nobody has claimed are as old as the first claim.
  const latest = walks.reduce((one, other) => {
    const isLater = other.claimedAt > one.claimedAt;
    const isFirst = other.claimedAt.getTime() === one.claimedAt.getTime() && one.claimedBy === null;
    return isLater || isFirst ? other : one;
  });
  const kept = walks.flatMap(({ keptAt }) => keptAt?.getTime() ?? []);
  const open = walks.filter(({ isLast }) => !isLast);
  const sumOf = (count: 'pages' | 'objects'): number =>
    walks.reduce((sum, walk) => sum + walk[count], 0);
  return {
    id,
    pages: sumOf('pages'),
    objects: sumOf('objects'),
    round: Math.max(...walks.map(({ round }) => round)),
    isLast: open.length === 0,
    claimedBy: latest.claimedBy,
    claimedAt: latest.claimedAt,
    keptAt: kept.length === 0 ? null : new Date(Math.max(...kept)),
    age:
      open.length === 0
        ? Math.min(...walks.map(({ age }) => age))
        : Math.max(...open.map(({ age }) => age)),
  };
};
