import * as E from 'fp-ts/Either';
import {
  asyncScheduler,
  defer,
  filter,
  finalize,
  map,
  Observable,
  type Subscriber,
  take,
} from 'rxjs';
import type { WalkEvent } from '../client/walks/WalkEvent';
import type { InvalidObject, PageFailure } from '../model/errors/WalkError';
import type { Desired, ListEvent, PageEvent, WalkStep } from './ListState';
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

/** Gathers the rows that come in one go. They come with their page, or a little later if an operator of the source delays them. */
const gathering = <T>(emit: (event: PageEvent<T>) => void) => {
  const nothing = () => ({ objects: [] as Array<T>, invalid: [] as Array<InvalidObject> });
  let came: ReturnType<typeof nothing> & { page?: ListedPage } = nothing();
  let isDue = false;
  const flush = (): void => {
    isDue = false;
    const { page, objects, invalid } = came;
    if (page === undefined && objects.length + invalid.length === 0) return;
    came = nothing();
    emit({ type: 'page', page, objects, invalid, at: asyncScheduler.now() });
  };
  const flushSoon = (): void => {
    if (!isDue) queueMicrotask(flush);
    isDue = true;
  };
  return {
    flush,
    begin: (page: ListedPage): void => {
      flush();
      came.page = page;
      flushSoon();
    },
    add: (row: E.Either<InvalidObject, T>): void => {
      if (E.isRight(row)) came.objects.push(row.right);
      else came.invalid.push(row.left);
      flushSoon();
    },
  };
};

/** Waits until the list lets a request leave, and says so. A walk that waits no longer, and was not left, spends its page token before it expires. */
const sending = <T>(
  list: Subscriber<WalkStep<T>>,
  opens: Observable<unknown>,
): Observable<unknown> => {
  let isSent = false;
  const send = (): void => {
    if (!isSent) list.next({ type: 'sent' });
    isSent = true;
  };
  const isRead = (): boolean => !list.closed;
  return opens.pipe(filter(isRead), take(1), map(send), finalize(send));
};

/** What a walk says. */
const walkEvents = <T>(
  { source, onUnpaced }: ListWalks<T>,
  pace: Pace,
  opens: Observable<unknown>,
  more: object,
) =>
  new Observable<WalkStep<T>>((list) => {
    const rows = gathering<T>((event) => list.next(event));
    let isPaced = false;
    const tell = (event: WalkStep<T>): void => {
      rows.flush();
      list.next(event);
    };
    const ready = defer(() => {
      isPaced = true;
      tell({ type: 'waiting' });
      return sending(list, opens);
    });
    const onPage = (page: ListedPage): void => {
      isPaced = true;
      rows.begin(page);
    };
    return defer(() => source({ ...pace, valve: { ready, ...more }, onPage })).subscribe({
      next: (result) => {
        if (!isPaced) onUnpaced?.();
        isPaced = true;
        if (E.isRight(result)) rows.add(result);
        else if (result.left._tag === 'InvalidObject') rows.add(E.left(result.left));
        else tell({ type: 'ended', error: result.left });
      },
      error: (thrown: unknown) => {
        rows.flush();
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
