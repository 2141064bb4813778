import { type Either, isLeft } from 'fp-ts/Either';
import { isSome } from 'fp-ts/Option';
import { defer, EMPTY, finalize, type Observable, of, tap } from 'rxjs';
import type { Classify } from '../model/errors/classify';
import type { Endpoint } from '../model/endpoints/endpoint';
import { pageInfo, type PageInfo, type WalkedEnvelope } from '../model/endpoints/Page';
import type { Doubts } from '../model/endpoints/Paging';
import { prepareWalk } from '../model/endpoints/prepareWalk';
import type { GivenNumbers } from '../model/records/Numbers';
import type { RetryPolicy } from '../model/errors/retryPolicy';
import { invalidRequest, type WalkError } from '../model/errors/WalkError';
import type { Transport } from '../transport/Transport';
import { walkPages } from '../walk/walkPages';
import type { Auth } from './Auth';
import { fetchPage, type Fetching } from './fetchPage';
import { readAnswer } from './readAnswer';
import { roomAhead } from './roomAhead';
import type { EventDetails, ReportEvent } from './WalkEvent';
import type { WalkOptions } from './WalkOptions';

/** Reports the end of a walk, once, and how far it got. `onPage` is called with each page before its objects are emitted. */
const observed = (
  walk: Walk,
  report: ReportEvent,
  doubts: Doubts | undefined,
  numbers: GivenNumbers,
  onPage: ((page: PageInfo) => void) | undefined,
  over: () => void,
): Walk => {
  let reached = { pages: 0, objects: 0 };
  let isOver = false;
  const end = (how: Omit<Extract<EventDetails, { readonly type: 'end' }>, 'type' | 'pages' | 'objects'>): void => {
    if (isOver) return;
    // First: a listener may unsubscribe because of the event, and that would be another end.
    isOver = true;
    const { pages, objects } = reached;
    report(() => ({ type: 'end', pages, objects, ...how, ...doubts?.atEnd(how) }));
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
    finalize(() => {
      end({ unsubscribed: true });
      over();
    }),
  );
};

export interface Wiring {
  readonly transport: Transport;
  readonly auth: Auth;
  readonly retry: RetryPolicy;
  readonly classify: Classify;
  readonly numbers: GivenNumbers;
  readonly reporterOf: (endpoint: Endpoint, params: WalkOptions) => ReportEvent;
}

/** The pages of a walk as they come. Their records are read where they are wanted. */
export type Walk = Observable<Either<WalkError, WalkedEnvelope>>;

/** A walk of a client. Its params are checked at once; everything else happens when it is subscribed. */
export const walkOf = (
  { transport, auth, retry, classify, numbers, reporterOf }: Wiring,
  endpoint: Endpoint,
  params: WalkOptions,
): Walk => {
  if (typeof (endpoint as Partial<Endpoint> | undefined)?.path !== 'string') {
    throw new TypeError('a walk needs an endpoint: listObjects, searchObjects, or one that endpoint(…) made');
  }
  const checked = prepareWalk(endpoint, params);
  if (isLeft(checked)) return of(invalidRequest(checked.left));
  const prepared = checked.right;
  const { pageToken, cursorOf, walked } = prepared;
  const { place, valve, readAhead = 0, tokenLifetime, emptyPages = 100, maxPages, onPage } = params;
  const fetching: Fetching = {
    prepared,
    transport,
    auth,
    retry,
    readAnswer: readAnswer(classify, prepared, numbers),
    template: endpoint.path,
    readAhead,
  };

  return defer(() => {
    const report = reporterOf(endpoint, params);
    // A source that pushes credentials must stay subscribed between two pages.
    const walk = auth.pushes.subscribe();
    const room = roomAhead(readAhead, transport);
    const pages = place?.isLast
      ? EMPTY
      : walkPages(fetchPage(fetching, report, room, walk), {
          pageToken,
          emptyPages,
          maxPages,
          cursorOf,
          walked,
          valve,
          // Where pages are asked for before their turn, `expand` need not run further ahead than one page.
          readAhead: readAhead && (prepared.ahead ? () => 1 : room.depth),
          tokenLifetime,
          onHold: (page, ms) => report(() => ({ type: 'hold', page, ms })),
          onRestart: (restarts) => report(() => ({ type: 'restart', restarts })),
        });
    const doubts = prepared.doubts?.(isSome(pageToken));
    return observed(pages, report, doubts, numbers, onPage, () => walk.unsubscribe());
  });
};
