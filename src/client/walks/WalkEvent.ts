import type { Doubt } from '../../model/paging/doubts';
import type { PageFailure, WalkError } from '../../model/errors/WalkError';

/** Where an event happened. @inline */
interface Origin {
  /** The walk, counted from 1 in this client. */
  readonly walk: number;
  /** The endpoint's name. */
  readonly endpoint: string;
  /** The walk's own name, where its params have one. */
  readonly label?: string;
}

/** What an event says beside its origin. @inline */
export type EventDetails =
  | { readonly type: 'request'; readonly page: number; readonly attempt: number }
  | { readonly type: 'page'; readonly page: number; readonly objects: number; readonly ms: number }
  | {
      readonly type: 'retry';
      readonly page: number;
      readonly attempt: number;
      readonly delay: number;
      readonly failure: PageFailure;
    }
  | { readonly type: 'refresh'; readonly page: number; readonly attempt: number }
  | { readonly type: 'restart'; readonly restarts: number; readonly isFull?: true }
  | { readonly type: 'slowed'; readonly perMinute: number }
  | { readonly type: 'hold'; readonly page: number; readonly ms: number }
  | ({
      readonly type: 'end';
      readonly pages: number;
      readonly objects: number;
      readonly error?: WalkError;
      readonly unsubscribed?: true;
      readonly failed?: true;
    } & Doubt);

/**
 * Something that happened in a walk of a client, without any secret. Pages are counted from 0, the requests for one page
 * (`attempt`) from 1.
 *
 * - `request`: a request for a page is sent.
 * - `page`: the page has arrived, with `objects` objects, `ms` milliseconds after that request.
 * - `retry`: the request failed and will be sent again after `delay` milliseconds.
 * - `refresh`: the request's credential was refused, and the request is sent again with another one.
 * - `restart`: after its `end` with `PageTokenExpired`, the walk starts again, as a new walk. `retryExpired` or
 *   `durable` has now restarted it `restarts` times. `isFull` says that the service no longer accepts the delta token of the
 *   run: it begins again without it, and asks for everything.
 * - `slowed`: the `polite` around the transport starts `perMinute` requests in a minute from now on, which is half or less of what it
 *   said last, because the service refused more than a tenth of them; or as many as before again. The walk whose response showed it
 *   says so, for all walks of that `polite`.
 * - `hold`: a page is requested although the valve is closed, because its token was held for `ms` milliseconds and is
 *   about to expire.
 * - `end`: the walk is over: at its last page, with an `error`, or because it was `unsubscribed`. An exception of your
 *   own unsubscribes it too; `failed` says so where it was thrown under `durable`. Every walk that has begun has one `end`. `unseen` says that no page had anything where the
 *   endpoint looks for its cursor or link: there was one page only, or the path is misspelt. `shifted` says that the
 *   `total` of its pages changed, from the first one to the one furthest from it, or that the number of the `last` page fell:
 *   objects that moved over the boundary of a page were missed, or came twice. `short` says that the service has a
 *   total that is larger than the number of objects that came. `partial` says where a page reports that the service has not looked
 *   everywhere, and `cut` which lists inside the objects are cut off, and in how many objects.
 *
 * @since 0.1.0
 */
export type WalkEvent = Origin & EventDetails;

/** Reports an event, and gives it back. Its details are put together only if somebody listens. */
export type ReportEvent = (details: () => EventDetails) => WalkEvent | undefined;
