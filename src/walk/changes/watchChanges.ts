import type { Either } from 'fp-ts/Either';
import { concat, defer, ignoreElements, type Observable, type ObservableInput, repeat, skip, take, timer } from 'rxjs';
import { maxTimer } from '../../model/maxTimer';
import type { ObjectRecord } from '../../model/records/ObjectRecord';
import type { WalkError } from '../../model/errors/WalkError';
import type { Change, ChangesSinceOptions } from './Change';
import type { Key } from '../recovery/seenBefore';
import { changeTeller } from './changeTeller';
import { checkAtLeast0, checkKnown } from '../../model/optionChecks';
import { trampoline } from '../trampoline';

/**
 * Options of `watchChanges`.
 *
 * @since 0.1.0
 */
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
 * The first turn emits every object as `Added`. Each later turn emits the changes since, as `changesSince` does. There is
 * one walk at a time: the wait begins when a turn has ended. A Left is passed on and does not end the stream: what was
 * emitted is known, and the next turn continues from there. It ends when it is unsubscribed; subscriptions share nothing.
 *
 * It is meant for lists that stay current and for small mirrors: every turn asks for every page.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, explain, watchChanges } from 'pagewalk';
 * import { either as E } from 'fp-ts';
 * import * as t from 'io-ts';
 * import { take } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const Employee = t.type({ id: t.number });
 *
 * watchChanges(client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', properties: Employee }), {
 *   key: (employee) => employee.properties.id,
 *   every: 60_000,
 * })
 *   .pipe(take(1))
 *   .subscribe((result) => {
 *     console.log(E.isLeft(result) ? explain(result.left) : result.right._tag);
 *   });
 * // Logs:
 * // Added
 * ```
 *
 * @see changesSince
 * @since 0.1.0
 */
export const watchChanges = <A, K extends Key, E = WalkError>(
  walk: Observable<Either<E, ObjectRecord<A>>>,
  { every, ...options }: WatchChangesOptions<A, K>,
): Observable<Either<E, Change<A, K>>> => {
  checkKnown('watchChanges', options, ['key', 'version']);
  const wait = (typeof every === 'function' ? defer(every) : waitFor(every)).pipe(take(1), ignoreElements());
  return defer(() => {
    const { tell } = changeTeller(options);
    const inTurn = trampoline();
    // Each turn waits for the end of the one before: so turns that end synchronously follow each other in a loop.
    return inTurn(() => inTurn(() => concat(tell(walk), wait)).pipe(repeat()));
  });
};
