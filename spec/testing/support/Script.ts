import type * as E from 'fp-ts/Either';
import type { HttpRequest, HttpResponse, TransportFailure } from '../../../src/index';
import type { Service, ServiceOptions } from '../../../src/service/index';

/** What comes of a request. */
export type Result = E.Either<TransportFailure, HttpResponse>;

/** Options that mean the same to both doors: the timeout is that of the transport. */
export type DoorOptions = ServiceOptions & { readonly timeout?: number };

/** What a script knows of the service, through whatever door. */
export type Handles = Omit<Service, 'url' | 'close'>;

/** What a script may do. */
export type Act =
  /** Asks, and hears the result. */
  | { readonly ask: HttpRequest }
  /** Asks for an answer that comes after the transport's timeout. */
  | { readonly askLate: HttpRequest }
  /** Asks, and goes on while the service waits. */
  | { readonly begin: HttpRequest }
  /** Hears the result of the first of those that were begun. */
  | { readonly finish: true }
  /** Unsubscribes from the first of those that were begun. */
  | { readonly leave: true }
  | { readonly wait: number };

/** A test of the service that knows neither HTTP nor real time: the same one runs through both doors. */
export type Script = (service: Handles) => Generator<Act, void, Result | undefined>;

/** What a script saw through one door, and what the service said of it. */
export interface Transcript {
  readonly short: ReadonlyArray<string>;
  readonly results: ReadonlyArray<unknown>;
  readonly served: ReadonlyArray<unknown>;
  readonly time: number;
}
