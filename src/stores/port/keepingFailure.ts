import { catchError, defer, EMPTY, ignoreElements, type Observable, switchMap } from 'rxjs';
import { hiddenOf, withFailure } from '../../model/place/placeInternals';
import { firstPlace } from '../../model/place/runs';
import type { Claim, FailedAt } from '../../walk/durable/Places';
import { entryOf, placeFrom } from './indexOf';
import { isClaimOf } from './standing';
import type { Store } from './Store';

/**
 * Keeps with a walk how its run has failed, where the claim still counts. What has no place yet gets one without a page, from which
 * any walk begins. Where the store fails, too, the first failure is what counts.
 */
export const keepingFailure =
  <Tx, R>(store: Store<Tx, R>) =>
  (
    claim: Pick<Claim, 'id' | 'part' | 'epoch' | 'nonce'>,
    { page, round, message }: FailedAt,
  ): Observable<never> =>
    defer(() => store.read({ id: claim.id })).pipe(
      switchMap((rows) => {
        const row = rows.find((each) => each.part === claim.part);
        if (!row || !isClaimOf(row, claim)) return EMPTY;
        const place = placeFrom(store.name, row) ?? firstPlace({ by: 'plain', run: '' });
        const { failure } = hiddenOf(place) ?? {};
        const isSame = failure?.page === page && failure.round === round;
        const times = isSame ? failure.times + 1 : 1;
        const failed = withFailure(place, { page, round, times, at: row.now, message });
        return store.commit(row, entryOf(failed, false), () => EMPTY);
      }),
      ignoreElements(),
      catchError(() => EMPTY),
    );
