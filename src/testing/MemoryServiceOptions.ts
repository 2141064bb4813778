import type { Observable } from 'rxjs';
import type { HttpRequest, HttpResponse } from '../model/http';
import type { Service } from '../service/core/Service';
import type { ServedRequest, ServiceOptions } from '../service/core/ServiceOptions';
import type { Transport } from '../transport/Transport';

/**
 * Options of `memoryService`: those of `startService`, of which `port` and `closeGrace` mean nothing here, and two more.
 *
 * @since 0.1.0
 */
export interface MemoryServiceOptions extends ServiceOptions {
  /** How many milliseconds each answer takes, or a function that says it for a request. Default 0. */
  readonly latency?: number | ((request: HttpRequest) => number) | undefined;
  /** After how many milliseconds the transport gives up, as other transports do. Default 60,000; 0 for no limit. */
  readonly timeout?: number | undefined;
}

/**
 * A request that is over, and what it was answered. It is complete: it holds the credential and the page tokens of the test.
 *
 * @since 0.1.0
 */
export interface MemoryExchange extends ServedRequest {
  /** When the request came, in milliseconds of RxJS's `asyncScheduler`. */
  readonly at: number;
  readonly request: HttpRequest;
  /** What was sent; undefined where the connection ended before that. */
  readonly response: HttpResponse | undefined;
}

/**
 * The reference service without HTTP. `memoryService` makes one.
 *
 * @since 0.1.0
 */
export interface MemoryService extends Omit<Service, 'url' | 'close'> {
  /** Leads to the service; give it to `createClient`. */
  readonly transport: Transport;
  /** Every exchange, when it is over. It never completes. */
  readonly exchanges: Observable<MemoryExchange>;
}
