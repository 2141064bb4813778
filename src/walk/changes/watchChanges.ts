import type { Either } from 'fp-ts/Either';
import {
  concat,
  defer,
  ignoreElements,
  type Observable,
  type ObservableInput,
  repeat,
  skip,
  take,
  timer,
} from 'rxjs';
import { maxTimer } from '../../model/maxTimer';
import type { WalkError } from '../../model/errors/WalkError';
import { checkAtLeast0, checkKnown } from '../../model/optionChecks';
import type { Key } from '../recovery/seenBefore';
import { type Change, type ChangesSinceOptions, changeTracker } from './Change';
import { trampoline } from '../trampoline';

/** Options of `watchChanges`. @since 0.1.0 */
export interface WatchChangesOptions<A, K extends Key> extends ChangesSinceOptions<A, K> {
  /** Milliseconds from the end of a turn to the next, or what to wait for: its first value, or its end. */
  readonly every: number | (() => ObservableInput<unknown>);
}

/** `timer`, but for any number of milliseconds: first what is left of them, then as long as a timer can wait. */
const waitFor = (ms: number): Observable<unknown> => {
  checkAtLeast0('watchChanges: every', ms);
  return timer(ms % maxTimer, maxTimer).pipe(skip(Math.floor(ms / maxTimer)));
};

/**
 * Walks again and again, and emits what changed from one turn to the next.
 *
 * ```text
 * walk   --a1--b1--|
 * walk                  --a2--|
 * walk                             --a2--c1--|
 *    watchChanges(walk, { key, version, every: 5 })
 *        --A---B----------C---D----------E-------     A, B, E: Added   C: Changed a   D: Removed b
 * ```
 *
 * The first turn emits every object as `Added`. Each later turn requests every page, and emits the changes since, as
 * `changesSince` does. The wait begins when a turn has ended. A Left is passed on and does not end the stream: what was
 * emitted is known, and the next turn continues from there. It ends when it is unsubscribed; subscriptions share nothing.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, rights, watchChanges } from 'pagewalk';
 * import * as t from 'io-ts';
 * import { take } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const properties = t.type({ id: t.number });
 * const walk = client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', properties });
 *
 * watchChanges(walk, { key: (employee) => employee.properties.id, every: 60_000 })
 *   .pipe(rights(), take(1))
 *   .subscribe(({ _tag, key }) => console.log(_tag, key));
 * ```
 *
 * @since 0.1.0
 */
export const watchChanges = <A, K extends Key, E = WalkError>(
  walk: Observable<Either<E, A>>,
  { every, ...options }: WatchChangesOptions<A, K>,
): Observable<Either<E, Change<A, K>>> => {
  checkKnown('watchChanges', options, ['key', 'version']);
  const wait = (typeof every === 'function' ? defer(every) : waitFor(every)).pipe(
    take(1),
    ignoreElements(),
  );
  return defer(() => {
    const { changesIn } = changeTracker(options);
    const inTurn = trampoline();
    // Each turn waits for the end of the one before: so turns that end synchronously follow each other in a loop.
    return inTurn(() => inTurn(() => concat(changesIn(walk), wait)).pipe(repeat()));
  });
};
