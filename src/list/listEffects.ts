import * as E from 'fp-ts/Either';
import { asyncScheduler, defer, filter, finalize, map, Observable, take } from 'rxjs';
import type { WalkEvent } from '../client/walks/WalkEvent';
import type { InvalidObject, PageFailure } from '../model/errors/WalkError';
import type { Desired, ListEvent, WalkStep } from './ListState';
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

/** What a walk says, as the list hears it: that walk may bring its rows, bring them again, or bring a page of a window. */
export const heardOf = <T>({ what, page = 0 }: Desired, step: WalkStep<T>): ListEvent<T> => {
  if (what === 'walk') return step;
  return what === 'reload' ? { type: 'reloading', step } : { type: 'refetching', page, step };
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
    const [{ what, pageToken }, { label }] = [one, walks];
    const pace = {
      onEvent: retryEvents<T>((event) => list.next(event)),
      ...(label !== undefined && { label }),
      ...(pageToken !== undefined && { pageToken }),
      // One that reads ahead would ask for a page too many.
      ...(what !== 'walk' && { readAhead: 0 }),
    };
    // Any other walk begins again in the browser.
    const more = { ...(what === 'walk' && { isOfList: true }) };
    return walkEvents(walks, pace, opens, more)
      .pipe(map((step) => heardOf(one, step)))
      .subscribe(list);
  });
