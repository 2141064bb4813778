import { type Either, isLeft } from 'fp-ts/Either';
import { isSome } from 'fp-ts/Option';
import { EMPTY, finalize, Observable, of, type Subject, type Subscription, tap } from 'rxjs';
import type { Endpoint } from '../model/endpoints/endpoint';
import { pageInfo, type WalkedEnvelope } from '../model/endpoints/Page';
import type { Doubts } from '../model/paging/doubts';
import type { Envelope } from '../model/paging/envelope';
import { prepareWalk, type PreparedWalk } from '../model/endpoints/prepareWalk';
import type { GivenNumbers } from '../model/records/Numbers';
import { invalidRequest, type WalkError } from '../model/errors/WalkError';
import { type FetchPage, walkPages } from '../walk/walkPages';
import { roomAhead, type Room } from './roomAhead';
import type { EventDetails, ReportEvent, WalkEvent } from './WalkEvent';
import type { WalkOptions } from './WalkOptions';

/** Reports the end of a walk, once, and how far it got. `onPage` is called with each page before its objects are emitted. */
const observed = (
  walk: Walk,
  report: ReportEvent,
  doubts: Doubts | undefined,
  numbers: GivenNumbers,
  { onPage, valve }: WalkOptions,
): Walk => {
  let reached = { pages: 0, objects: 0 };
  let isOver = false;
  const end = (
    how: Omit<Extract<EventDetails, { readonly type: 'end' }>, 'type' | 'pages' | 'objects'>,
  ): void => {
    if (isOver) return;
    // First: a listener may unsubscribe because of the event, and that would be another end.
    isOver = true;
    const { pages, objects } = reached;
    const doubt = doubts?.atEnd(how);
    report(() => ({ type: 'end', pages, objects, ...how, ...doubt }));
    if (doubt) valve?.onDoubt?.(doubt);
  };
  return walk.pipe(
    tap({
      next: (result) => {
        // At once: an operator that throws a Left does not wait for the completion.
        if (isLeft(result)) end({ error: result.left });
        else {
          ({ reached } = result.right);
          doubts?.page(result.right.envelope);
          onPage?.(pageInfo(result.right, numbers));
        }
      },
      complete: () => end({}),
    }),
    finalize(() => end({ unsubscribed: true })),
  );
};

/** The pages of a walk as they come. Their records are read where they are wanted. */
export type Walk = Observable<Either<WalkError, WalkedEnvelope>>;

/** How the pages of walks are asked for: over HTTP, or by a function of the user's. */
export interface PageSource {
  readonly numbers?: GivenNumbers;
  /** The bytes that a page may have. */
  readonly maxBytes: number;
  readonly events?: Subject<WalkEvent>;
  /** Walks that have begun. */
  walks: number;
  /** What `walk` adds to is over when the walk is. */
  readonly fetching: (
    prepared: PreparedWalk,
    report: ReportEvent,
    room: Room,
    walk: Subscription,
  ) => FetchPage<Envelope>;
}

/** Reports the events of a walk to its own listener, and to those of its source. */
const reporterOf = (
  source: PageSource,
  endpoint: string,
  { valve, label = valve?.label, onEvent }: WalkOptions,
): ReportEvent => {
  const origin = { walk: (source.walks += 1), endpoint, ...(label !== undefined && { label }) };
  return (details) => {
    if (!onEvent && !source.events?.observed) return undefined;
    const event: WalkEvent = { ...origin, ...details() };
    onEvent?.(event);
    source.events?.next(event);
    return event;
  };
};

/** A walk over the pages of a source. Its params are checked at once; everything else happens when it is subscribed. */
export const walkOf = (source: PageSource, endpoint: Endpoint, params: WalkOptions): Walk => {
  if (!(endpoint as Partial<Endpoint> | undefined)?.scheme) {
    throw new TypeError(
      'a walk needs an endpoint: listObjects, searchObjects, or one that endpoint(…) made',
    );
  }
  const checked = prepareWalk(endpoint, params);
  if (isLeft(checked)) return of(invalidRequest(checked.left));
  const prepared = checked.right;
  const { scheme, pageToken, walked } = prepared;
  const { place, valve, readAhead = 0, tokenLifetime, emptyPages, maxPages } = params;

  return new Observable((subscriber) => {
    const report = reporterOf(source, endpoint.name, params);
    const room = roomAhead(readAhead, source.maxBytes);
    const pages = place?.isLast
      ? EMPTY
      : walkPages(source.fetching(prepared, report, room, subscriber), {
          pageToken,
          cursorOf: scheme.tokens.cursorOf,
          walked,
          emptyPages,
          maxPages,
          valve,
          tokenLifetime,
          // Where pages are asked for before their turn, `expand` need not run further ahead than one page.
          readAhead: readAhead && (scheme.numbered ? () => 1 : room.depth),
          onHold: (page, ms) => report(() => ({ type: 'hold', page, ms })),
          onRestart: (restarts, isFull) =>
            report(() => ({ type: 'restart', restarts, ...(isFull && { isFull }) })),
        });
    const doubts = scheme.doubts?.(isSome(pageToken));
    observed(pages, report, doubts, source.numbers, params).subscribe(subscriber);
  });
};
