import type { Fault } from '../faults/Fault';
import type { ServiceScheme } from '../pages/ServiceScheme';
import type { Properties } from '../store/Properties';

/** A finished exchange, as `onRequest` receives it. It contains no page token and no credential. @since 0.1.0 */
export interface ServedRequest {
  readonly method: string;
  /** The path without its query string. */
  readonly path: string;
  /** The status that was sent; undefined where the connection ended before one was. */
  readonly status: number | undefined;
  /** Whether the connection ended, by the client or by a fault, before the response was whole. */
  readonly aborted: boolean;
}

/** How the reference service behaves. Every option has a default that keeps the conventions. @since 0.1.0 */
export interface ServiceOptions {
  /** Default: a free port. */
  readonly port?: number | undefined;
  /**
   * Objects by type: the `properties` of each. With `updatedAfter` a list has only those whose `updatedAt` is not before it,
   * and with `since` those whose `updated_at` is not, in that order. Default: demo data.
   */
  readonly objects?: Readonly<Record<string, ReadonlyArray<Properties>>> | undefined;
  /** The ontology that holds them. Default `ri.ontology.main`. */
  readonly ontologyRid?: string | undefined;
  /** The family of their search endpoints. Default `demo`. */
  readonly apiFamily?: string | undefined;
  /** The bearer token that search requires. By default a random one, which `startService` returns. */
  readonly token?: string | undefined;
  /** Requires the token for list too, which the conventions leave open. Default false. */
  readonly protectList?: boolean | undefined;
  /** The number of objects in a page, unless a request asks for fewer. Default 100. */
  readonly maxPageSize?: number | undefined;
  /** Serves the objects by another scheme too, at `/api/{objectType}`. Default: by the two revisions only. */
  readonly scheme?: ServiceScheme | undefined;
  /** How many objects more (or, if negative, fewer) than asked for a page holds. Default 0. */
  readonly pageSizeDrift?: number | undefined;
  /** How revision 1.0 marks its last page; `mixed` alternates. Default `null`. */
  readonly lastPage?: 'null' | 'absent' | 'mixed' | undefined;
  /** Adds the field `totalCount` to each page: how many objects the walk can find. Default false. */
  readonly totalCount?: boolean | undefined;
  /** For how many milliseconds a page token is valid, or Infinity. Default 60,000. */
  readonly tokenLifetime?: number | undefined;
  /** The maximum number of objects that one list walk returns, or Infinity. Default 10,000. */
  readonly limit?: number | undefined;
  /**
   * The maximum number of objects that one search walk, or one walk by another scheme, returns, or Infinity. Default
   * Infinity.
   */
  readonly searchLimit?: number | undefined;
  /**
   * The limits of one credential for all its walks: requests at once, and in any 60 seconds. Other requests get a 429 with a
   * Retry-After. Requests without an Authorization header count together. Default: no limits.
   */
  readonly rateLimit?:
    | { readonly concurrent?: number | undefined; readonly perMinute?: number | undefined }
    | undefined;
  /** For how many milliseconds a snapshot is kept, or Infinity. Default 600,000. */
  readonly snapshotLifetime?: number | undefined;
  /**
   * For how many milliseconds a token that asks for changes is valid, or Infinity; then it gets a 410. See the paths
   * `/{objectType}s/delta`, `/calendar/v3/calendars/{calendar}/{objectType}s` and `POST /{objectType}s/sync`. Default Infinity.
   */
  readonly deltaLifetime?: number | undefined;
  /** The maximum number of bytes in a request body. Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * The origins of web pages that may read responses, such as `http://localhost:4200`, or `*` for any. Default: none, so that
   * a page that somebody happens to visit cannot read the objects.
   */
  readonly cors?: ReadonlyArray<string> | undefined;
  /** For how many milliseconds `close` waits for responses that are under way. Default 5,000. */
  readonly closeGrace?: number | undefined;
  readonly faults?: ReadonlyArray<Fault> | undefined;
  /** Makes the keys of page tokens, random faults and error instance ids repeatable. Default: random. */
  readonly seed?: number | undefined;
  /** Called for every exchange when it is over, including the preflights of browsers. */
  readonly onRequest?: ((request: ServedRequest) => void) | undefined;
}

export interface Settings extends Required<{
  [Name in keyof Omit<ServiceOptions, 'objects' | 'seed' | 'scheme'>]: Exclude<
    ServiceOptions[Name],
    undefined
  >;
}> {
  readonly objects: ReadonlyMap<string, ReadonlyArray<Properties>>;
  readonly seed: number | undefined;
  readonly scheme: ServiceScheme | undefined;
}
