import { type Either, isRight, mapLeft } from 'fp-ts/Either';
import { some } from 'fp-ts/Option';
import { firstValueFrom, from, type ObservableInput } from 'rxjs';
import type { Claim, Place, Places, Superseded } from '../../../../src/index';

const isSuperseded = (left: { readonly _tag: string }): left is Superseded =>
  left._tag === 'Superseded';

const lastOf = new WeakMap<Claim, Claim['place']>();

/** Without who has superseded it, and when: `holding` is about that. */
export const withoutHolder = <L extends { readonly _tag: string }, R>(result: Either<L, R>) =>
  mapLeft((left: L | Superseded) => (isSuperseded(left) ? { _tag: left._tag, id: left.id } : left))(
    result,
  );

/** Keeps a place on the one that was kept with this claim last, as a walker does. */
export const keepNext = async <T>(
  places: Places<T>,
  claim: Claim,
  place: Place,
  work: (transaction: T) => ObservableInput<unknown>,
) => {
  const result = await firstValueFrom(
    from(places.keep({ ...claim, place: lastOf.get(claim) ?? claim.place }, place, work)),
  );
  if (isRight(result)) lastOf.set(claim, some(place));
  return withoutHolder(result);
};
