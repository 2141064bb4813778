import { none, toUndefined } from 'fp-ts/Option';
import {
  catchError,
  concat,
  defer,
  EMPTY,
  from,
  ignoreElements,
  type Observable,
  throwError,
} from 'rxjs';
import { fieldOf } from '../../model/errors/thrownValue';
import { hiddenOf } from '../../model/place/placeInternals';
import type { Place } from '../../model/place/Place';
import { redacting } from '../../model/secrets/redact';
import { printable } from '../../model/text';
import type { Claimed } from './workingOn';

/** The tokens of a place, and of the places that it is made of. */
const tokensInPlace = (place: Place | undefined): ReadonlyArray<string> => {
  const { pageToken = none, run, each } = hiddenOf(place) ?? {};
  const ofRun = run?.by === 'delta' ? [run.before, run.from, run.latest] : [];
  const inside = each ? [each.parents, ...each.children.map(([, child]) => child)] : [];
  return [toUndefined(pageToken), ...ofRun]
    .flatMap((token) => token ?? [])
    .concat(inside.flatMap(tokensInPlace));
};

/** How much of what was thrown is looked at. */
const maxLooked = 4_000;

/** What was thrown, in one line of at most 500 characters without the tokens of these places. */
export const keptMessage = (thrown: unknown, places: ReadonlyArray<Place | undefined>): string => {
  const said = fieldOf(thrown, 'message') ?? fieldOf(thrown, 'name') ?? thrown;
  const text = typeof said === 'string' ? said : 'something was thrown';
  const line = printable(text.slice(0, maxLooked)).replace(/ {2,}/g, ' ');
  return redacting()(places.flatMap(tokensInPlace))(line, true);
};

/** Keeps what goes to the error channel with the walk, before it goes there. `at` is where the walk continues. */
export const keepingFailures = <A, T, V>(
  { options, claim, underWay }: Claimed<A, T>,
  at: () => Place | undefined,
  walk: Observable<V>,
): Observable<V> =>
  walk.pipe(
    catchError((error: unknown) => {
      const [before, failed] = [at(), underWay.place];
      // Behind the last page, where onDoubt is called, no page comes.
      const page = failed?.pages ?? (before?.pages ?? 0) + (before?.isLast ? 0 : 1);
      const round = (failed ?? before)?.round ?? 1;
      const message = keptMessage(error, [before, failed]);
      const kept = defer(() =>
        from(options.places.fail?.(claim, { page, round, message }) ?? EMPTY),
      );
      return concat(
        kept.pipe(
          ignoreElements(),
          catchError(() => EMPTY),
        ),
        throwError(() => error),
      );
    }),
  );
