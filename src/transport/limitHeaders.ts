import { map as mapRight } from 'fp-ts/Either';
import { asyncScheduler, map } from 'rxjs';
import { withRetryAfter } from '../model/errors/limitsIn';
import { withReadHeaders } from '../model/http';
import { limited, maxBytesOf } from './TransportLimits';
import type { Transport } from './Transport';

/**
 * Lets a client without `polite` wait for limits that a service names in other headers than `Retry-After`:
 * `RateLimit-Remaining`, `X-RateLimit-Remaining`, `X-Rate-Limit-Remaining` and their `-Reset`, and `RateLimit`.
 *
 * A 403, 429 or 503 without a `Retry-After` that says that nothing remains gets one, with the seconds until the reset. It is
 * `retryAfter` of the `HttpFailure`, and your `retry` waits for it. `polite` reads these headers itself.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, limitHeaders } from 'pagewalk';
 *
 * const transport = limitHeaders(axiosTransport({ baseURL: 'https://objects.example.com' }));
 * const client = createClient({ transport, retry: { maxDelay: 900_000 } });
 * ```
 *
 * @see polite
 * @since 1.0.0
 */
export const limitHeaders = (transport: Transport): Transport =>
  limited(maxBytesOf(transport), (request) =>
    transport(request).pipe(
      map(mapRight((response) => withRetryAfter(withReadHeaders(response), asyncScheduler.now()))),
    ),
  );
