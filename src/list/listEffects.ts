import * as E from 'fp-ts/Either';
import { asyncScheduler, defer, filter, finalize, map, Observable, of, scan, take } from 'rxjs';
import type { WalkEvent } from '../client/walks/WalkEvent';
import type { InvalidObject, PageFailure, WalkError } from '../model/errors/WalkError';
import { newLog } from './edits/EditLog';
import { type Desired, type ListEvent, newWalk, type Walk, type WalkStep } from './ListState';
import { failedWith } from './transitions';
import { addPage } from './walk';
import type { ListedPage, WalkPace, WalkSource } from './WalkSource';

/** What makes the walks of a list. */
export interface ListWalks<T> {
  readonly source: WalkSource<T>;
  /** Their `label` in events. */
  readonly label?: string | undefined;
  /** Called where one brings rows, and has neither waited for the list nor said anything of its pages. */
  readonly onUnpaced?: (() => void) | undefined;
}

type Pace = Omit<WalkPace, 'valve' | 'onPage'>;

/** What a walk brings. Rows come with their page, or a little later if an operator of the source delays them. */
const walkEvents = <T>(
  { source, onUnpaced }: ListWalks<T>,
  pace: Pace,
  opens: Observable<unknown>,
  more: object,
) =>
  new Observable<WalkStep<T>>((list) => {
    let [objects, invalid]: [Array<T>, Array<InvalidObject>] = [[], []];
    let page: ListedPage | undefined;
    let [isDue, isPaced] = [false, false];
    const flush = (): void => {
      isDue = false;
      if (page === undefined && objects.length + invalid.length === 0) return;
      const came = { page, objects, invalid };
      [page, objects, invalid] = [undefined, [], []];
      list.next({ type: 'page', ...came, at: asyncScheduler.now() });
    };
    const flushSoon = (): void => {
      if (!isDue) queueMicrotask(flush);
      isDue = true;
    };
    const tell = (event: WalkStep<T>): void => {
      flush();
      list.next(event);
    };
    const ready = defer(() => {
      isPaced = true;
      tell({ type: 'waiting' });
      let isSent = false;
      // A walk that waits no longer, and was not left, spends its page token before it expires.
      const send = (): void => {
        if (!isSent) list.next({ type: 'sent' });
        isSent = true;
      };
      const isRead = (): boolean => !list.closed;
      return opens.pipe(filter(isRead), take(1), map(send), finalize(send));
    });
    const onPage = (given: ListedPage): void => {
      isPaced = true;
      flush();
      page = given;
      flushSoon();
    };
    return defer(() => source({ ...pace, valve: { ready, ...more }, onPage })).subscribe({
      next: (result) => {
        if (!isPaced) onUnpaced?.();
        isPaced = true;
        if (E.isRight(result)) objects.push(result.right);
        else if (result.left._tag === 'InvalidObject') invalid.push(result.left);
        else return tell({ type: 'ended', error: result.left });
        flushSoon();
      },
      error: (thrown: unknown) => {
        flush();
        list.error(thrown);
      },
      complete: () => tell({ type: 'ended', error: undefined }),
    });
  });

/** One page, as a separate walk. Unsubscribing aborts. */
const collect = <T>(walks: ListWalks<T>, pace: Pace): Observable<E.Either<WalkError, Walk<T>>> => {
  const around = {
    rules: { key: undefined, window: undefined, server: undefined },
    log: newLog<T>(),
  };
  const add = (walk: Walk<T>, step: WalkStep<T>): Walk<T> => {
    if (step.type === 'page') return addPage(walk, step, around);
    if (step.type !== 'ended') return { ...walk, stage: step.type };
    const { error } = step;
    return { ...walk, outcome: error ? failedWith(error, walk) : { is: 'end' } };
  };
  const isEnough = ({ outcome, stage, pages }: Walk<T>): boolean =>
    outcome.is !== 'open' || (stage === 'waiting' && pages > 0);
  // One that reads ahead would ask for a page too many.
  return walkEvents(walks, { ...pace, readAhead: 0 }, of(undefined), {}).pipe(
    scan(add, newWalk<T>()),
    filter(isEnough),
    map((walk) => (walk.outcome.error === undefined ? E.right(walk) : E.left(walk.outcome.error))),
    take(1),
  );
};

/** Hears of requests that are sent again. */
const retryEvents = <T>(tell: (event: ListEvent<T>) => void) => {
  let failure: PageFailure | undefined;
  return (event: WalkEvent): void => {
    if (event.type === 'retry') {
      ({ failure } = event);
      tell({
        type: 'retrying',
        retrying: { attempt: event.attempt, at: asyncScheduler.now() + event.delay, failure },
      });
    } else if (failure !== undefined && (event.type === 'request' || event.type === 'page')) {
      const isOver = event.type === 'page' || event.attempt === 1;
      tell({
        type: 'retrying',
        retrying: isOver ? undefined : { attempt: event.attempt, at: undefined, failure },
      });
      if (isOver) failure = undefined;
    }
  };
};

/**
 * What a list hears of something that runs for it. `opens` emits when a walk that waits may ask for a page. What a function of the
 * user throws is the error of the Observable.
 */
export const effectsOf = <T>(
  one: Desired,
  walks: ListWalks<T>,
  opens: Observable<unknown>,
): Observable<ListEvent<T>> =>
  new Observable((list) => {
    const [{ pageToken }, { label }] = [one, walks];
    const onEvent = retryEvents<T>((event) => list.next(event));
    const pace = {
      onEvent,
      ...(label !== undefined && { label }),
      ...(pageToken !== undefined && { pageToken }),
    };
    // Any other walk begins again in the browser.
    if (one.what === 'walk')
      return walkEvents(walks, pace, opens, { isOfList: true }).subscribe(list);
    if (one.what === 'reload')
      // One that reads ahead would ask for a page too many.
      return walkEvents(walks, { ...pace, readAhead: 0 }, opens, {})
        .pipe(map((step) => ({ type: 'reloading' as const, step })))
        .subscribe(list);
    const { page = 0 } = one;
    return collect(walks, pace)
      .pipe(map((came) => ({ type: 'refetched' as const, page, came })))
      .subscribe(list);
  });
