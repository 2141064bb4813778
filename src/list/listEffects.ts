import * as E from 'fp-ts/Either';
import { asyncScheduler, catchError, defer, filter, finalize, map, Observable, of, scan, take, tap, timer } from 'rxjs';
import type { WalkEvent } from '../client/WalkEvent';
import type { InvalidObject } from '../model/errors/WalkError';
import type { ListedPage, WalkPace, WalkSource } from './WalkSource';
import { type CameAgain, type Desired, keepsAll, type ListEvent, type ListState, newList, rowsIn } from './ListState';
import { reduce } from './reduce';

const unpaced =
  'pagewalk: a list is filled by a walk that does not wait for it, and loads all pages. Use the client that stream is given: ' +
  'stream: ({ client }) => client.list({ … }).';

/** Milliseconds between two requests, if a viewport has scrolled past the page of the first one before it came. */
const pauseAfterPassing = 100;

const collecting = { ...keepsAll, key: undefined, server: undefined, isNextWanted: () => false };

type Pace = Omit<WalkPace, 'valve' | 'onPage'>;

/** What a walk brings. Rows come with their page, or a little later if an operator of the source delays them. */
const walkEvents = <T>(source: WalkSource<T>, pace: Pace, opens: Observable<unknown>, more: object) =>
  new Observable<ListEvent<T>>((list) => {
    let [objects, invalid]: [Array<T>, Array<InvalidObject>] = [[], []];
    let [isPaced, isDue] = [false, false];
    const flush = (): void => {
      isDue = false;
      if (objects.length + invalid.length === 0) return;
      const rows = { objects, invalid };
      [objects, invalid] = [[], []];
      list.next({ type: 'rows', ...rows });
    };
    const tell = (event: ListEvent<T>): void => {
      flush();
      list.next(event);
    };
    const ready = defer(() => {
      isPaced = true;
      tell({ type: 'asked' });
      let isSent = false;
      // A walk that waits no longer, and was not left, spends its page token before it expires.
      const send = (): void => {
        if (!isSent) list.next({ type: 'sent' });
        isSent = true;
      };
      const isRead = (): boolean => !list.closed;
      return opens.pipe(filter(isRead), take(1), tap(send), finalize(send));
    });
    const onPage = (page: ListedPage): void => {
      isPaced = true;
      tell({ type: 'page', page, at: asyncScheduler.now() });
    };
    return defer(() => source({ ...pace, valve: { ready, ...more }, onPage })).subscribe({
      next: (result) => {
        if (!isPaced && (typeof ngDevMode === 'undefined' || ngDevMode)) console.warn(unpaced);
        isPaced = true;
        if (E.isRight(result)) objects.push(result.right);
        else if (result.left._tag === 'InvalidObject') invalid.push(result.left);
        else return tell({ type: 'failed', error: result.left });
        if (!isDue) queueMicrotask(flush);
        isDue = true;
      },
      error: (thrown: unknown) => {
        flush();
        list.error(thrown);
      },
      complete: () => tell({ type: 'completed' }),
    });
  });

/** Walks until there are this many rows, or no more, and at least one page, as a separate list. Unsubscribing aborts. */
const collect = <T>(source: WalkSource<T>, pace: Pace, size: number): Observable<CameAgain<T>> =>
  // One that reads ahead would ask for a page too many.
  walkEvents(source, { ...pace, readAhead: 0 }, of(undefined), {}).pipe(
    scan<ListEvent<T>, ListState<T>>(reduce, newList<T>(collecting, true, 0)),
    filter(
      (came) => came.isEnd || came.isFailed || (came.stage === 'waiting' && came.pages > 0 && rowsIn(came) >= size),
    ),
    map((came) => (came.error === undefined ? E.right(came) : E.left(came.error))),
    take(1),
  );

/** What a list hears of something that runs for it. `opens` emits when a walk that waits may ask for a page. */
export const feedOf = <T>(
  one: Desired,
  source: WalkSource<T>,
  label: string | undefined,
  opens: Observable<unknown>,
): Observable<ListEvent<T>> =>
  new Observable((list) => {
    const onEvent = (event: WalkEvent): void => list.next({ type: 'heard', event, at: asyncScheduler.now() });
    const events = (): Observable<ListEvent<T>> => {
      if (one.what === 'pause') return timer(pauseAfterPassing).pipe(map(() => ({ type: 'passed' })));
      const { pageToken } = one;
      const pace = { onEvent, ...(label !== undefined && { label }), ...(pageToken !== undefined && { pageToken }) };
      // Any other walk begins again in the browser.
      if (one.what === 'walk') return walkEvents(source, pace, opens, { isOfList: true });
      return collect(source, pace, one.size).pipe(
        map((came) => ({ type: 'again', page: one.page, came, at: asyncScheduler.now() })),
      );
    };
    const threw = (thrown: unknown) => of<ListEvent<T>>({ type: 'threw', one, thrown });
    return defer(events).pipe(catchError(threw)).subscribe(list);
  });
