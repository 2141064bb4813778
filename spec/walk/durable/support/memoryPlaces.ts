import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, defer, EMPTY, ignoreElements, type Observable, of } from 'rxjs';
import {
  type Behind,
  type Claim,
  Place,
  type Places,
  type Superseded,
} from '../../../../src/index';
import { rightOf } from '../../../support/sides';

/** Places in memory, written as text as any store would, with everything that was kept in its order. */
export interface MemoryPlaces extends Places<string> {
  readonly claim: (id: string) => Observable<Claim>;
  readonly keep: (
    claim: Claim,
    place: Place,
    work: Parameters<Places<string>['keep']>[2],
    finish?: Parameters<Places<string>['keep']>[3],
  ) => Observable<E.Either<Superseded | Behind, void>>;
  readonly kept: ReadonlyArray<Place>;
  /** Loses the last places that were kept under an id, as a failover does; the claim stays. */
  readonly lose: (id: string, count: number) => void;
  /** Has a place under an id, as if it had been kept. */
  readonly put: (id: string, place: Place) => void;
}

export const memoryPlaces = (): MemoryPlaces => {
  const histories = new Map<string, ReadonlyArray<string>>();
  const historyOf = (id: string): ReadonlyArray<string> => histories.get(id) ?? [];
  const placeOf = (id: string): O.Option<Place> =>
    O.map((text: string) => rightOf(Place.decode(text)))(O.fromNullable(historyOf(id).at(-1)));
  const epochs = new Map<string, number>();
  const kept: Array<Place> = [];
  return {
    kept,
    claim: (id) =>
      defer(() => {
        const epoch = (epochs.get(id) ?? 0) + 1;
        epochs.set(id, epoch);
        return of({ id, epoch, place: placeOf(id) });
      }),
    lose: (id, count) => {
      const history = historyOf(id);
      histories.set(id, history.slice(0, Math.max(0, history.length - count)));
    },
    put: (id, place) => void histories.set(id, [...historyOf(id), Place.encode(place)]),
    finish: () => EMPTY,
    keep: ({ id, epoch, place: expected }, place, work, finish = () => EMPTY) => {
      const save = defer((): Observable<E.Either<Superseded | Behind, void>> => {
        if (epochs.get(id) !== epoch) return of(E.left({ _tag: 'Superseded' as const, id }));
        const there = historyOf(id).at(-1);
        if (there !== O.toUndefined(O.map(Place.encode)(expected)))
          return of(E.left({ _tag: 'Behind' as const, place: placeOf(id) }));
        histories.set(id, [...historyOf(id), Place.encode(place)]);
        kept.push(place);
        return of(E.right(undefined));
      });
      const inTransaction = [work, ...(place.isLast ? [finish] : [])].map((each) =>
        defer(() => each(`transaction ${epoch}`)).pipe(ignoreElements()),
      );
      return concat(...inTransaction, save);
    },
  };
};
