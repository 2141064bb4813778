import * as E from 'fp-ts/Either';
import { Place } from '../../model/place/Place';
import { placeIn, runOf } from '../../model/place/runs';

/**
 * The last text of a walk of 1.0.0-rc.2 whose `finish` has not completed, with what this version writes in the text itself: that
 * `finish` is due. A later run of `delta` that was not a full one did not need it.
 */
export const dueText = (text: string, run: string): string => {
  const place = E.toUnion(E.mapLeft(() => undefined)(Place.decode(text)));
  const known = runOf(place) ?? { by: 'plain', run, isOld: true };
  const isNew = !known.isOld || known.finish !== undefined;
  if (!place?.isLast || isNew || (known.by === 'delta' && !known.isFull)) return text;
  return Place.encode(placeIn(place, { ...known, finish: 'due' }));
};
