import { type AnyPlace, hiddenOf } from '../place/placeInternals';
import { doubtIn } from './doubtIn';
import type { Doubt } from './doubts';

/** How many doubts of parents are kept, and how long they may be together, as JSON: the others are only counted. */
const maxDoubts = 20;
const maxLength = 600;

/** Doubts that a place has room for, and how many `more` there are. */
export const boundedDoubts = (doubts: ReadonlyArray<Doubt>): ReadonlyArray<Doubt> => {
  const kept: Array<Doubt> = [];
  let more = 0;
  for (const doubt of doubts) {
    const isCount = doubt.more !== undefined;
    const hasRoom = kept.length < maxDoubts && JSON.stringify([...kept, doubt]).length <= maxLength;
    if (!isCount && hasRoom) kept.push(doubt);
    else more += doubt.more ?? 1;
  }
  return more > 0 ? [...kept, { more }] : kept;
};

/** What the pages up to a place leave in doubt: what their walk says at its end, and what those of its parents have said. */
export const keptDoubts = (place: AnyPlace | undefined): ReadonlyArray<Doubt> => {
  const { each, seen } = hiddenOf(place) ?? {};
  if (!each) {
    // Objects are not missing where a list inside them is cut off.
    const doubt = seen && place?.isLast ? doubtIn({ ...seen, lists: [] }, true) : undefined;
    return doubt ? [doubt] : [];
  }
  const { parents, doubts = [], skipped = 0 } = each;
  return [...keptDoubts(parents), ...doubts, ...(skipped > 0 ? [{ skipped }] : [])];
};
