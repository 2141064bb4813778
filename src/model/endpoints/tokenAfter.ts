import { left, right } from 'fp-ts/Either';
import type { TokenAfter } from '../place/placeInternals';
import { isNil, marksOf, placeWithMarks } from '../place/marked';

/** The token that came last is remembered. A run that ends without any has not ended well. */
export const tokenAfter: TokenAfter = (at, { place, delta }) => {
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
