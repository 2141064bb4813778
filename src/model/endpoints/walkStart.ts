import { type Either, left, right } from 'fp-ts/Either';
import { type Option, fromNullable, isNone, isSome } from 'fp-ts/Option';
import type { Problem } from '../errors/WalkError';
import { PageToken } from '../PageToken';
import type { Envelope } from '../paging/envelope';
import type { Tokens } from '../paging/scheme';
import type { Place } from '../place/Place';
import {
  differences,
  hiddenOf,
  placeWith,
  type PlacePosition,
  type RequestParts,
} from '../place/placeInternals';
import type { WalkedEnvelope } from './Page';

/** What a walk begins over: what its places belong to, and why a token does not belong to it. */
export interface Beginning extends Pick<Tokens, 'problemOf'> {
  readonly identity: RequestParts;
}

/** The params that say where a walk begins. */
export interface StartParams {
  readonly pageToken?: PageToken | undefined;
  readonly place?: Place | undefined;
}

/** Where a walk begins, and what its pages are together with their places. */
export interface WalkStart {
  readonly pageToken: Option<PageToken>;
  readonly walked: (page: Envelope, reached: PlacePosition, place: PlacePosition) => WalkedEnvelope;
}

/** Finds where a walk begins: at a token, at a place that belongs to the same request, or at its first page. */
export const walkStart = (
  { identity, problemOf }: Beginning,
  { place, pageToken: given }: StartParams,
  found: ReadonlyArray<Problem>,
): Either<ReadonlyArray<Problem>, WalkStart> => {
  const problems = [...found];
  const hidden = hiddenOf(place);
  const pageToken = hidden?.pageToken ?? fromNullable(given);
  const problem = isSome(pageToken) && PageToken.is(pageToken.value) && problemOf(pageToken.value);
  if (problem) problems.push({ at: hidden ? 'place' : 'pageToken', message: problem });
  if (hidden && problems.length === 0) {
    const others = differences(hidden, identity);
    if (others.length > 0)
      problems.push({ at: 'place', message: `belongs to another ${others.join(', ')}` });
    if (given) problems.push({ at: 'place', message: 'excludes pageToken' });
  }
  if (problems.length > 0) return left(problems);
  const { pages, objects, round } = place ?? { pages: 0, objects: 0, round: 1 };
  return right({
    pageToken,
    walked: (envelope, reached, at) => ({
      envelope,
      reached,
      place: () =>
        placeWith(
          {
            pages: pages + at.pages,
            objects: objects + at.objects,
            round,
            isLast: at.pages > 0 && isNone(at.pageToken),
          },
          {
            pageToken: at.pageToken,
            request: identity,
            past: hidden?.past,
            traits: envelope.traits,
          },
        ),
    }),
  });
};
