import { type Either, isLeft } from 'fp-ts/Either';
import { EMPTY, finalize, Observable, of, type Subject, tap } from 'rxjs';
import { pageInfo, type WalkedEnvelope } from '../../model/endpoints/Page';
import type { Doubts } from '../../model/paging/doubts';
import type { Seen } from '../../model/place/Seen';
import { walkStart } from '../../model/endpoints/walkStart';
import type { GivenNumbers } from '../../model/records/Numbers';
import { invalidRequest, type WalkError } from '../../model/errors/WalkError';
import { walkPages } from '../../walk/walkPages';
import type { FoundSource } from './PageSource';
import { roomAhead } from './roomAhead';
import type { EventDetails, ReportEvent, WalkEvent } from './WalkEvent';
import type { WalkOptions } from './WalkOptions';

/** Reports the end of a walk, once, and how far it got. `onPage` is called with each page before its objects are emitted. */
const observed = (
  walk: EnvelopeWalk,
  report: ReportEvent,
  doubts: Doubts | undefined,
  start: Seen | undefined,
  numbers: GivenNumbers,
  { onPage, valve }: WalkOptions,
): EnvelopeWalk => {
  let last: Pick<WalkedEnvelope, 'reached' | 'seen'> = {
    reached: { pages: 0, objects: 0 },
    seen: start,
  };
  let isOver = false;
  const end = (
    how: Omit<Extract<EventDetails, { readonly type: 'end' }>, 'type' | 'pages' | 'objects'>,
  ): void => {
    if (isOver) return;
    // Before the event: a listener may unsubscribe because of it, which would report a second end.
    isOver = true;
    const { pages, objects } = last.reached;
    const isWhole = !how.error && !how.unsubscribed;
    const doubt = last.seen && doubts?.doubtIn(last.seen, isWhole);
    report(() => ({ type: 'end', pages, objects, ...how, ...doubt }));
    if (doubt) valve?.onDoubt?.(doubt);
  };
  return walk.pipe(
    tap({
      next: (result) => {
        // With the error, because an operator that throws a Left unsubscribes before the completion.
        if (isLeft(result)) end({ error: result.left });
        else {
          const { reached, seen } = result.right;
          last = { reached, seen };
          onPage?.(pageInfo(result.right, numbers));
        }
      },
      complete: () => end({}),
    }),
    finalize(() => end({ unsubscribed: true, ...(valve?.hasFailed?.() && { failed: true }) })),
  );
};

/** The pages of a walk as they come. Their records are read where they are wanted. */
export type EnvelopeWalk = Observable<Either<WalkError, WalkedEnvelope>>;

/** What the walks of a client, or of one function, have in common. */
export interface Walker {
  readonly numbers?: GivenNumbers;
  /** The bytes that a page may have. */
  readonly maxBytes: number;
  readonly events?: Subject<WalkEvent>;
  /** Walks that have begun. */
  walks: number;
}

/** Reports the events of a walk to its own listener, and to those of its source. */
const reporterOf = (
  walker: Walker,
  endpoint: string,
  { valve, label = valve?.label, onEvent }: WalkOptions,
): ReportEvent => {
  const origin = { walk: (walker.walks += 1), endpoint, ...(label !== undefined && { label }) };
  return (details) => {
    if (!onEvent && !walker.events?.observed) return undefined;
    const event: WalkEvent = { ...origin, ...details() };
    onEvent?.(event);
    walker.events?.next(event);
    return event;
  };
};

/** A walk over the pages of a source. Its params are checked at once; everything else happens when it is subscribed. */
export const walkOf = (
  walker: Walker,
  name: string,
  { source, problems }: FoundSource,
  params: WalkOptions,
): EnvelopeWalk => {
  const start = walkStart(source, params, problems);
  if (isLeft(start)) return of(invalidRequest(start.left));
  const { pageToken, seen, begin } = start.right;
  const { place, valve, readAhead = 0, tokenLifetime, emptyPages, maxPages } = params;

  return new Observable((subscriber) => {
    const report = reporterOf(walker, name, params);
    const room = roomAhead(readAhead, walker.maxBytes);
    const pages = place?.isLast
      ? EMPTY
      : walkPages(source.fetch(report, room, subscriber), {
          pageToken,
          cursorOf: source.cursorOf,
          walked: begin(),
          emptyPages,
          maxPages,
          valve,
          tokenLifetime,
          // Where pages are asked for before their turn, `expand` need not run further ahead than one page.
          readAhead: readAhead && (source.isAhead ? () => 1 : room.depth),
          onHold: (page, ms) => report(() => ({ type: 'hold', page, ms })),
          onRestart: (restarts, isFull) =>
            report(() => ({ type: 'restart', restarts, ...(isFull && { isFull }) })),
        });
    observed(pages, report, source.doubts, seen, walker.numbers, params).subscribe(subscriber);
  });
};
