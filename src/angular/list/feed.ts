import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { asyncScheduler, catchError, defer, filter, finalize, map, Observable, of, take, tap, timer } from 'rxjs';
import type { WalkEvent } from '../../client/WalkEvent';
import type { InvalidObject } from '../../model/errors/WalkError';
import { type ListedPage, totalOf } from '../PagewalkFeature';
import type { WalkPace, WalkSource } from '../WalkList';
import type { Collected, Desired, ListEvent } from './ListState';

const unpaced =
  'pagewalk: a list is filled by a walk that does not wait for it, and loads all pages. Use the client that stream is given: ' +
  'stream: ({ client }) => client.list({ … }).';

/** Milliseconds between two requests, if a viewport has scrolled past the page of the first one before it came. */
const pauseAfterPassing = 100;

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

const nothing = { objects: [], invalid: [], pages: 0, records: 0, isLast: true, start: undefined, total: undefined };

const gathered = <T>(came: Collected<T>, event: ListEvent<T>): Collected<T> => {
  if (event.type === 'rows')
    return { ...came, objects: came.objects.concat(event.objects), invalid: came.invalid.concat(event.invalid) };
  if (event.type !== 'page') return came;
  const { nextPageToken, records } = event.page;
  const start = O.toUndefined(nextPageToken);
  return { ...came, pages: came.pages + 1, records: records.length, start, total: totalOf(event.page) };
};

/** Walks until there are this many rows, or no more, and at least one page. Unsubscribing aborts. */
const collect = <T>(source: WalkSource<T>, pace: Pace, size: number) => {
  let came: Collected<T> = nothing;
  const isEnough = (): boolean => came.pages > 0 && came.objects.length + came.invalid.length >= size;
  // One that reads ahead would ask for a page too many.
  return walkEvents(source, { ...pace, readAhead: 0 }, of(undefined), {}).pipe(
    tap((event) => (came = gathered(came, event))),
    filter(({ type }) => type === 'failed' || type === 'completed' || (type === 'asked' && isEnough())),
    map((event) =>
      event.type === 'failed' ? E.left(event.error) : E.right({ ...came, isLast: event.type === 'completed' }),
    ),
    take(1),
  );
};

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
