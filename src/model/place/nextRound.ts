import { type Option, fromEither, none, some, toUndefined } from 'fp-ts/Option';
import { hiddenOf, placeWith } from './placeInternals';
import type { Run } from './Run';
import { newRun } from './runs';
import { Place } from './Place';

/**
 * A round that reads everything is a run of its own: what only the round before has seen may be gone. One that asks for what is new
 * belongs to the same run; its marks may come in another order.
 */
const inNextRound = (run: Run): Run => {
  const { isOld } = run;
  if (run.by === 'mark') {
    const { by, before, from, ceiling, highest, began } = run;
    return { by, run: run.run, before, from, ceiling, highest, began, isOld };
  }
  const isSame = isOld === true || (run.by === 'delta' && !run.isFull);
  return { ...run, run: isSame ? run.run : newRun(), refused: undefined };
};

/**
 * The beginning of the next round, when the token of a place has expired (undefined: before any page has come); none after
 * `restarts` rounds in a row that brought no more pages than every round before (law 21). The first is never in vain.
 */
export const nextRound = (place: Place | undefined, restarts: number): Option<Place> => {
  const { pages, round } = place ?? { pages: 0, round: 1 };
  const hidden = { request: undefined, ...hiddenOf(place) };
  const [furthest, vain] = hidden.past ?? [-1, 0];
  const inVain = pages <= furthest ? vain + 1 : 0;
  if (inVain >= restarts) return none;
  return some(
    placeWith(
      { pages: 0, objects: 0, round: round + 1, isLast: false },
      {
        ...hidden,
        pageToken: none,
        seen: undefined,
        failure: undefined,
        past: [Math.max(furthest, pages), inVain],
        run: hidden.run && inNextRound(hidden.run),
      },
    ),
  );
};

/** The text of a place without the rounds that were in vain: who begins a walk again by hand wants them to be tried again. */
export const forgiven = (text: string | null): string | null => {
  const place = toUndefined(fromEither(Place.decode(text)));
  const hidden = hiddenOf(place);
  return place && hidden ? Place.encode(placeWith(place, { ...hidden, past: undefined })) : text;
};
