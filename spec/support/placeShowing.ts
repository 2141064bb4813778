import * as O from 'fp-ts/Option';
import { type Place, placeWith } from '../../src/model/place/hidden';

/** A place that goes with any request, without a token. */
export const placeShowing = (shown: Pick<Place, 'pages' | 'objects' | 'round' | 'isLast'>): Place =>
  placeWith(shown, { pageToken: O.none, request: undefined });
