import { isRight } from 'fp-ts/Either';
import { some } from 'fp-ts/Option';
import { firstValueFrom, from, type ObservableInput } from 'rxjs';
import type { Place } from '../../../../src/model/place/Place';
import type { Claim, Places } from '../../../../src/walk/durable/Places';

const lastOf = new WeakMap<Claim, Claim['place']>();

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
  return result;
};
