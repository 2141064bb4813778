import type { Either } from 'fp-ts/Either';
import type { Observable } from 'rxjs';
import type { HttpRequest, HttpResponse } from '../model/http';

/** Why there is no complete response. @since 0.1.0 */
export type TransportFailure =
  | {
      readonly _tag: 'NetworkFailure';
      readonly reason: string;
      readonly code?: string;
      readonly permanent?: true;
    }
  | { readonly _tag: 'TimedOut'; readonly after: number }
  | { readonly _tag: 'ResponseTooLarge'; readonly limit: number }
  | { readonly _tag: 'NotUtf8' };

/** The result of one request. */
export type Exchange = Either<TransportFailure, HttpResponse>;

/**
 * How a request reaches the service. Subscribing sends it, unsubscribing aborts it; any status is a response. It follows
 * no redirects, and adds nothing that differs from page to page.
 *
 * @since 0.1.0
 */
export type Transport = (
  request: HttpRequest,
) => Observable<Either<TransportFailure, HttpResponse>>;
