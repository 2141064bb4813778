import * as E from 'fp-ts/Either';
import {
  asyncScheduler,
  catchError,
  defer,
  filter,
  finalize,
  map,
  Observable,
  of,
  startWith,
  type Subject,
  take,
  tap,
  timer,
} from 'rxjs';
import type { WalkEvent } from '../../client/WalkEvent';
import type { InvalidObject } from '../../model/errors/WalkError';
import type { ListedPage, ListValve } from '../PagewalkFeature';
import type { WalkPace, WalkSource } from '../WalkList';
import { collectWalk } from './collectWalk';
import type { Desired, ListEvent } from './ListState';

const unpaced =
  'pagewalk: a list is filled by a walk that does not wait for it, and loads all pages. Use the client that stream is given: ' +
  'stream: ({ client }) => client.list({ … }).';

/** Milliseconds between two requests, if a viewport has scrolled past the page of the first one before it came. */
const pauseAfterPassing = 100;

/** Where the walks of a list come from, and how they hear that they may ask for a page. */
export interface FeedParts<T> {
  readonly source: WalkSource<T>;
  readonly label: string | undefined;
  /** Emits when a walk that waits may ask for a page. */
  readonly opens: Subject<void>;
  readonly mayAsk: () => boolean;
}

const startOf = ({ pageToken }: Extract<Desired, { readonly what: 'walk' | 'page' }>) =>
  pageToken === undefined ? {} : { pageToken };

/** The walk that brings the next pages. Rows are told with their page, or soon where an operator of the source delays them. */
const walkEvents = <T>({ source, opens, mayAsk }: FeedParts<T>, pace: Omit<WalkPace, 'valve' | 'onPage'>) =>
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
    const flushSoon = (): void => {
      if (!isDue) queueMicrotask(flush);
      isDue = true;
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
        if (!isSent && !list.closed) list.next({ type: 'sent' });
        isSent = true;
      };
      return opens.pipe(startWith(undefined), filter(mayAsk), take(1), tap(send), finalize(send));
    });
    const onPage = (page: ListedPage): void => {
      isPaced = true;
      tell({ type: 'page', page, at: asyncScheduler.now() });
    };
    const valve: ListValve = { ready, isOfList: true };
    list.next({ type: 'began' });
    const walk = defer(() => source({ ...pace, valve, onPage })).subscribe({
      next: (result) => {
        if (!isPaced && (typeof ngDevMode === 'undefined' || ngDevMode)) console.warn(unpaced);
        isPaced = true;
        if (E.isLeft(result) && result.left._tag !== 'InvalidObject') {
          tell({ type: 'failed', error: result.left });
          return;
        }
        if (E.isRight(result)) objects.push(result.right);
        else invalid.push(result.left as InvalidObject);
        flushSoon();
      },
      error: (thrown: unknown) => {
        flush();
        list.error(thrown);
      },
      complete: () => tell({ type: 'completed' }),
    });
    return walk;
  });

/** What a list hears of something that runs for it. */
export const feedOf = <T>(one: Desired, parts: FeedParts<T>): Observable<ListEvent<T>> =>
  new Observable((list) => {
    const { source, label } = parts;
    const onEvent = (event: WalkEvent): void => {
      if (!list.closed) list.next({ type: 'heard', event, at: asyncScheduler.now() });
    };
    const pace = { onEvent, ...(label !== undefined && { label }), ...('pageToken' in one && startOf(one)) };
    const events = (): Observable<ListEvent<T>> => {
      switch (one.what) {
        case 'walk':
          return walkEvents(parts, pace);
        case 'rows':
          return collectWalk(source, pace, one.size).pipe(
            map((came) => ({ type: 'reloaded', came, at: asyncScheduler.now() })),
          );
        case 'page':
          return collectWalk(source, pace, 0).pipe(map((came) => ({ type: 'refilled', page: one.page, came })));
        case 'pause':
          return timer(pauseAfterPassing).pipe(map(() => ({ type: 'passed' })));
      }
    };
    const threw = (thrown: unknown) => of<ListEvent<T>>({ type: 'threw', one, thrown });
    return defer(events).pipe(catchError(threw)).subscribe(list);
  });
