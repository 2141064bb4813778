import { type Either, left, right } from 'fp-ts/Either';
import type { DeltaToken } from '../../model/DeltaToken';
import type { WalkEnd } from '../../model/errors/WalkError';
import { isNil, marksOf, placeWithMarks } from '../../model/place/marked';
import type { Place } from '../../model/place/Place';
import { hiddenOf } from '../../model/place/placeInternals';

/**
 * The place of a page in a run by the service's own tokens, with what the run remembers, or why it is not the end of the run. The
 * token that came last is remembered. A run that ends without any has not ended well.
 */
export const tokenAfter = (
  at: Place | undefined,
  { place, delta }: { readonly place: Place; readonly delta?: DeltaToken },
): Either<WalkEnd, Place> => {
  if (!hiddenOf(place)?.traits?.hasDelta) {
    throw new TypeError(
      'durable: delta needs client.pages(…) of an endpoint with delta: these pages have no token',
    );
  }
  const marks = marksOf(at);
  if (!marks) return right(place);
  const [run, before, from, isFull, latest] = marks;
  const token = delta ?? latest;
  if (!place.isLast) return right(placeWithMarks(place, [run, before, from, isFull, token]));
  if (!isNil(token)) return right(placeWithMarks(place, [run, token, undefined, isFull]));
  const { pages, objects } = place;
  return left({
    _tag: 'ProtocolViolation',
    rule: 'MissingDelta',
    progress: { pages, objects, attempts: 1 },
  });
};
