import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, defer, from, ignoreElements, map, type Observable, of } from 'rxjs';
import type { Place, Places } from '../../index';

/**
 * The places of the one walk that a document is written by: where it begins, and what keeps its place once a page is
 * written. Nobody can supersede it: whoever opened the document has locked it.
 */
export const documentPlaces = (
  start: Place | undefined,
  save: (place: Place) => Observable<unknown>,
): Places<void> => ({
  claim: (id) => of({ id, epoch: 1, place: O.fromNullable(start) }),
  keep: (_claim, place, work) =>
    concat(defer(() => from(work())).pipe(ignoreElements()), save(place)).pipe(map(() => E.right(undefined))),
});

/** Those of a document that no later run goes on with: nothing is kept. */
export const unkept: Places<void> = documentPlaces(undefined, () => of(undefined));
