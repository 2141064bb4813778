import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, defer, from, ignoreElements, type Observable, of } from 'rxjs';
import { Place } from '../../../../src/model/place/Place';
import type { Superseded } from '../../../../src/model/errors/Superseded';
import type { Claim, Places } from '../../../../src/walk/durable/Places';
import { rightOf } from '../../../support/sides';

/** Places in memory, written as text as any store would, with everything that was kept in its order. */
export interface MemoryPlaces extends Places<string> {
  readonly claim: (id: string) => Observable<Claim>;
  readonly keep: (
    claim: Claim,
    place: Place,
    work: Parameters<Places<string>['keep']>[2],
  ) => Observable<E.Either<Superseded, void>>;
  readonly kept: ReadonlyArray<Place>;
}

export const memoryPlaces = (): MemoryPlaces => {
  const texts = new Map<string, string>();
  const epochs = new Map<string, number>();
  const kept: Array<Place> = [];
  return {
    kept,
    claim: (id) =>
      defer(() => {
        const epoch = (epochs.get(id) ?? 0) + 1;
        epochs.set(id, epoch);
        const text = texts.get(id);
        return of({ id, epoch, place: text === undefined ? O.none : O.some(rightOf(Place.decode(text))) });
      }),
    keep: ({ id, epoch }, place, work) => {
      const save = defer((): Observable<E.Either<Superseded, void>> => {
        if (epochs.get(id) !== epoch) return of(E.left({ _tag: 'Superseded' as const, id }));
        texts.set(id, Place.encode(place));
        kept.push(place);
        return of(E.right(undefined));
      });
      return concat(defer(() => from(work(`transaction ${epoch}`))).pipe(ignoreElements()), save);
    },
  };
};
