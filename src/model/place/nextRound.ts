import * as O from 'fp-ts/Option';
import { beginning, hiddenOf, type Place, placeWith } from './hidden';

/**
 * The beginning of the round that follows when the token of a place has expired; none after `restarts` rounds in a row
 * that brought no more pages than every round before (law 21). The first round is never in vain.
 */
export const nextRound = (place: Place = beginning, restarts: number): O.Option<Place> => {
  const hidden = hiddenOf(place);
  const furthest = hidden?.furthest ?? -1;
  const inVain = place.pages > furthest ? 0 : (hidden?.inVain ?? 0) + 1;
  if (inVain >= restarts) return O.none;
  return O.some(
    placeWith(
      { ...beginning, round: place.round + 1 },
      { ...hidden, pageToken: undefined, furthest: Math.max(furthest, place.pages), inVain },
    ),
  );
};
