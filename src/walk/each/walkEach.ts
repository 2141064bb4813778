import { type Either, isLeft, isRight } from 'fp-ts/Either';
import { isNone } from 'fp-ts/Option';
import {
  BehaviorSubject,
  concat,
  concatMap,
  defer,
  first,
  from,
  map,
  mergeMap,
  type Observable,
  of,
  takeWhile,
  tap,
} from 'rxjs';
import type { Page } from '../../model/endpoints/Page';
import type { Doubt } from '../../model/paging/doubts';
import {
  type InvalidObject,
  invalidRequest,
  type WalkEnd,
  type WalkError,
} from '../../model/errors/WalkError';
import { checkFunctions, checkStatuses } from '../../model/optionChecks';
import type { Place } from '../../model/place/Place';
import { alwaysReady, type Demand } from '../Demand';
import type { DurableStart } from '../durable/durable';
import { reportRestart, restarting } from '../recovery/restarts';
import type { Key } from '../recovery/seenBefore';
import { trampoline } from '../trampoline';
import {
  beginChild,
  childAt,
  type EachPosition,
  nextParents,
  type Parent,
  startEach,
} from './EachPosition';
import { type EachStep, eachStep, emitPage, skipParent, writableKey } from './eachStep';
import type { EachPage } from './EachPage';

/** Options of `walkEach`. @since 1.0.0 */
export interface WalkEachOptions<P, A> {
  /** Where to begin: the `place` of a page of the same walk. `durable` passes it. */
  readonly place?: Place | undefined;
  /** Paces all requests, for parents and for children. `durable` passes it. */
  readonly valve?: Demand | undefined;
  /** The walk over the parents: `(at) => client.pages(issues, { …, ...at })`, or another `walkEach`. */
  readonly parents: (start: DurableStart) => Observable<Either<WalkError, Page<P>>>;
  /** The walk of one parent: `(issue, at) => client.pages(comments, { …, ...at })`, or another `walkEach`. */
  readonly children: (parent: P, start: DurableStart) => Observable<Either<WalkError, Page<A>>>;
  /** What tells one parent from another. It is the `label` of the parent's walk in events. */
  readonly key: (parent: P) => Key;
  /** How many parents are walked at once, 1 to 32. Default 1. */
  readonly concurrent?: number | undefined;
  /** The statuses of a child's first page that mean "this parent is gone". Default 404 and 410. */
  readonly gone?: ReadonlyArray<number> | undefined;
  /**
   * Called when the walk of a parent has failed for good: `'skip'` leaves out the rest of its objects, and the walk continues; by
   * default it ends. `onDoubt` gets how many were `skipped` at the end, and a store shows it with the kept walk. Under `durable` with
   * `mark` the mark then stays where it is, so that the next run asks for that parent again. `'leave'` skips it, too, and lets the
   * mark move.
   */
  readonly onParentFailed?:
    ((parent: P, error: WalkEnd) => 'end' | 'skip' | 'leave' | undefined) | undefined;
  /**
   * Called with a parent that cannot be read, which is then skipped as `'skip'` says. Return `'leave'` to let a mark move. By default
   * the walk ends there.
   */
  readonly onInvalid?: ((error: InvalidObject) => unknown) | undefined;
  /** Called at the end of a walk of parents or children that may have missed something, with the key of its `parent`. */
  readonly onDoubt?: ((doubt: Doubt) => void) | undefined;
}

const eventOptions = ['onParentFailed', 'onInvalid', 'onDoubt'];

/** `mark` comes with what `durable` gives: it is for the addresses of parents and children. */
const otherOptions = ['place', 'valve', 'mark', 'concurrent', 'gone'];

type EachPages<P, A> = Observable<Either<WalkError, EachPage<P, A>>>;

/** One walk under way: what its parents and children share, and where it is. Each step moves it on. */
const walkingFrom = <P, A>(options: WalkEachOptions<P, A>, position: EachPosition) => {
  const { valve = alwaysReady, concurrent = 1, gone = [404, 410] } = options;
  const hear = (doubt: Doubt): void => {
    options.onDoubt?.(doubt);
    valve.onDoubt?.(doubt);
  };
  // Walks that end synchronously follow each other in a loop (law 10).
  return { options, valve, concurrent, gone, hear, inTurn: trampoline(), position };
};

type Walking<P, A> = ReturnType<typeof walkingFrom<P, A>>;

/** What becomes of a walk because of what a child gave. A parent whose walk has failed may be skipped. */
const stepWith = <P, A>(
  walk: Walking<P, A>,
  child: Parent<P>,
  result: Either<WalkError, Page<A>> | undefined,
): EachStep<P, A> => {
  const step = eachStep(walk.gone, walk.position, child, result);
  walk.position = step.position;
  const answer = step.failure && walk.options.onParentFailed?.(child.parent, step.failure);
  if (answer !== 'skip' && answer !== 'leave') return step;
  // The position is read again: what is done in that function may have moved it on.
  const skipped = skipParent(walk.position, child, answer);
  walk.position = skipped.position;
  return skipped;
};

const isAgain = ({ again }: EachStep<unknown, unknown>): boolean => {
  if (again) reportRestart(again.error, again.restarts);
  return again !== undefined;
};

const walkChild = <P, A>(walk: Walking<P, A>, child: Parent<P>): EachPages<P, A> => {
  const { options, valve, hear } = walk;
  const parent = writableKey(child.key);
  const demand: Demand = {
    ready: valve.ready,
    label: String(child.key),
    onDoubt: (doubt) => hear({ ...doubt, parent }),
    hasFailed: valve.hasFailed,
  };
  walk.position = beginChild(walk.position, child.index);
  const pages = defer(() => {
    const { place } = childAt(walk.position, child.index);
    return options.children(child.parent, { valve: demand, ...(place && { place }) });
  });
  const steps = restarting(pages.pipe(map((result) => stepWith(walk, child, result))), isAgain);
  const end = defer(() => [stepWith(walk, child, undefined)]);
  return concat(steps, end).pipe(mergeMap(({ emits }) => emits));
};

const walkChildren = <P, A>(walk: Walking<P, A>, page: Page<P>): EachPages<P, A> => {
  const { options, concurrent, inTurn } = walk;
  const next = nextParents(walk.position, page, options.key, options.onInvalid);
  if (isLeft(next)) return of(next);
  walk.position = next.right.position;
  return from(next.right.waiting).pipe(
    mergeMap((child) => inTurn(() => walkChild(walk, child)), concurrent),
  );
};

const walkParents = <P, A>(walk: Walking<P, A>): EachPages<P, A> => {
  const { options, valve, hear, inTurn } = walk;
  const pagesDone = new BehaviorSubject(0);
  let pagesReceived = 0;
  // A page of parents is asked for when all that had come by then are done. Several requests may wait for that.
  const ready = defer(() => {
    const before = pagesReceived;
    return pagesDone.pipe(
      first((count) => count >= before),
      mergeMap(() => valve.ready),
    );
  });
  const walkPage = (page: Page<P>): EachPages<P, A> =>
    walkChildren(walk, page).pipe(tap({ complete: () => pagesDone.next(pagesDone.value + 1) }));
  return defer(() => {
    const { before: at } = walk.position;
    const demand = { ready, label: valve.label, onDoubt: hear, hasFailed: valve.hasFailed };
    return options.parents({ valve: demand, ...(at && { place: at }) });
  }).pipe(
    tap(() => (pagesReceived += 1)),
    concatMap((result) => (isLeft(result) ? of(result) : inTurn(() => walkPage(result.right)))),
  );
};

/** An empty page, where no other one could say that all is done. Parents that were cut off before their last page do not say it. */
const lastWord = <P, A>({ position, hear }: Walking<P, A>): EachStep<P, A>['emits'] => {
  if (position.tally.skipped > 0) hear({ skipped: position.tally.skipped });
  const isUnsaid = !position.isLast && position.after?.isLast !== false;
  return isUnsaid ? emitPage<P, A>(position, undefined).emits : [];
};

/**
 * Walks the children of every parent, such as the comments of every issue, page by page: one walk, which can be resumed.
 *
 * ```text
 * parents        p-----------------q|        two pages of parents: p has 1 and 2, q has 3
 * children(1)    ---a---b|
 * children(2)            ---c|
 * children(3)                      ---d|
 * walkEach       ---a---b---c---------(d|)   concurrent: 1
 * ```
 *
 * The next page of parents is requested when the children of the page before are done. `page.place` continues with everything
 * that no page up to that one has brought, each child at its own next page. The page of parents is then requested again; if
 * it has other keys by that time, its parents are walked from their first pages. A parent that is gone is an empty page. A
 * child whose page token has expired begins again, three times in a row that bring no more pages. Any other Left of a child
 * ends the walk, unless `onParentFailed` skips the parent; its `progress` has the key of the `parent`. What the functions throw goes to the error channel.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, endpoint, listObjects, orThrow, walkEach } from 'pagewalk';
 * import * as t from 'io-ts';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const path = '/api/v1/ontologies/ri.ontology.main/objects/team/{team}/employee';
 * const members = endpoint({ name: 'members', revision: '1.0', method: 'GET', path });
 * const teams = { ontologyRid: 'ri.ontology.main', objectType: 'team', properties: t.type({ id: t.string }) };
 *
 * walkEach({
 *   parents: (at) => client.pages(listObjects, { ...teams, ...at }),
 *   key: (team) => team.properties.id,
 *   children: (team, at) => client.pages(members, { team: team.properties.id, ...at }),
 * })
 *   .pipe(orThrow())
 *   .subscribe(({ parent, data }) => console.log(parent?.properties.id, data.length));
 * ```
 *
 * @since 1.0.0
 */
export const walkEach = <P, A>(
  options: WalkEachOptions<P, A>,
): Observable<Either<WalkError, EachPage<P, A>>> => {
  const { place, concurrent = 1, gone = [] } = options;
  checkFunctions('walkEach', options, ['parents', 'children', 'key'], eventOptions, otherOptions);
  checkStatuses('walkEach: gone', gone);
  if (!(Number.isSafeInteger(concurrent) && concurrent >= 1 && concurrent <= 32)) {
    throw new TypeError('walkEach: concurrent must be a whole number from 1 to 32');
  }
  return defer((): EachPages<P, A> => {
    const start = startEach(place);
    if (isNone(start))
      return of(invalidRequest([{ at: 'place', message: 'belongs to another walk' }]));
    const walk = walkingFrom(options, start.value);
    const end = defer(() => lastWord(walk));
    return concat(walkParents(walk), end).pipe(takeWhile(isRight, true));
  });
};
