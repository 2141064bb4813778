import { type Either, left, right } from 'fp-ts/Either';
import { type Option, fromNullable, isNone, isSome } from 'fp-ts/Option';
import type { Problem } from '../errors/WalkError';
import { PageToken } from '../PageToken';
import type { Envelope } from '../paging/envelope';
import type { Scheme, Tokens } from '../paging/scheme';
import type { Place } from '../place/Place';
import type { PlacePosition } from '../place/PlaceShape';
import type { Seen } from '../place/Seen';
import {
  differences,
  digestsOf,
  hiddenOf,
  placeWith,
  type RequestParts,
} from '../place/placeInternals';
import type { WalkedEnvelope } from './Page';

/** What a walk begins over: what its places belong to, and why a token does not belong to it. */
export interface Beginning extends Pick<Tokens, 'problemOf'>, Pick<Scheme, 'doubts'> {
  readonly identity: RequestParts;
}

/** The params that say where a walk begins. */
export interface StartParams {
  readonly pageToken?: PageToken | undefined;
  readonly place?: Place | undefined;
}

/** Where a walk begins. */
export interface WalkStart {
  readonly pageToken: Option<PageToken>;
  /** What the pages before it have said, as far as that is known. */
  readonly seen?: Seen | undefined;
  /** Begins one walk from there: what its pages are together with their places, in their order. */
  readonly begin: () => (
    page: Envelope,
    reached: PlacePosition,
    place: PlacePosition,
  ) => WalkedEnvelope;
}

/** The token that a walk begins with. */
export const firstToken = ({ place, pageToken }: StartParams): Option<PageToken> =>
  hiddenOf(place)?.pageToken ?? fromNullable(pageToken);

/** Finds where a walk begins: at a token, at a place that belongs to the same request, or at its first page. */
export const walkStart = (
  { identity, problemOf, doubts }: Beginning,
  params: StartParams,
  found: ReadonlyArray<Problem>,
): Either<ReadonlyArray<Problem>, WalkStart> => {
  const problems = [...found];
  const { place, pageToken: given } = params;
  const hidden = hiddenOf(place);
  const pageToken = firstToken(params);
  const problem = isSome(pageToken) && PageToken.is(pageToken.value) && problemOf(pageToken.value);
  if (problem) problems.push({ at: hidden ? 'place' : 'pageToken', message: problem });
  if (hidden && problems.length === 0) {
    const others = differences(hidden, identity);
    if (others.length > 0)
      problems.push({ at: 'place', message: `belongs to another ${others.join(', ')}` });
    if (given) problems.push({ at: 'place', message: 'excludes pageToken' });
  }
  if (problems.length > 0) return left(problems);
  const before = place ?? { pages: 0, objects: 0, round: 1 };
  const start = hidden?.seen ?? doubts?.begin(isSome(pageToken));

  // Most walks show no place.
  let request: RequestParts | undefined;
  const placeAt = (
    { pages, objects, pageToken: token }: PlacePosition,
    { traits }: Envelope,
    seen: Seen | undefined,
  ): Place =>
    placeWith(
      {
        pages: before.pages + pages,
        objects: before.objects + objects,
        round: before.round,
        isLast: pages > 0 && isNone(token),
      },
      {
        pageToken: token,
        request: (request ??= digestsOf(identity)),
        past: hidden?.past,
        traits,
        seen,
      },
    );

  return right({
    pageToken,
    seen: start,
    begin: () => {
      let known = start;
      return (envelope, reached, at) => {
        const earlier = known;
        const seen = earlier && doubts?.after(earlier, envelope);
        known = seen;
        // A page that is asked for again has said nothing yet.
        const place = (): Place => placeAt(at, envelope, at === reached ? seen : earlier);
        return { envelope, reached, seen, place };
      };
    },
  });
};
