/** What befalls one request. */
export type Trouble =
  /** They pass when one asks again. */
  | 'throttled'
  | 'unavailable'
  | 'reset-before'
  | 'reset-during'
  | 'timed-out'
  /** They do not: half a page, and a service that is busy for an hour. */
  | 'truncated'
  | 'closed'
  | 'refused'
  /** These strike only where a page token was sent. */
  | 'expired'
  /** A page without objects, whose token leads to them. */
  | 'hollow';

/** What happens to the store just before a request; `at` is a place in it, taken modulo its length. */
export interface Change {
  readonly request: number;
  readonly type: 'insert' | 'delete' | 'update';
  readonly at: number;
}

/** When a walk is left: after so many values, or so many milliseconds. */
export type Stop = { readonly after: number } | { readonly ms: number };

/** Everything that one run is made of. Requests are counted from 0, through all walks of the run. */
export interface Script {
  readonly endpoint: 'list' | 'search';
  readonly snapshot: boolean;
  readonly api: 'objects' | 'pages';
  /** The objects at the start; false is one that the codec refuses. */
  readonly objects: ReadonlyArray<boolean>;
  readonly pageSize: number;
  readonly attempts: number;
  readonly emptyPages: number;
  /** Of `retryExpired`, which objects have and pages have not; undefined: none. */
  readonly restarts: number | undefined;
  readonly readAhead: 0 | 1;
  readonly highWaterMark: number | undefined;
  /** Milliseconds that an answer takes; 0: none at all, the transport is synchronous. */
  readonly latency: number;
  readonly troubles: ReadonlyArray<Trouble | undefined>;
  readonly changes: ReadonlyArray<Change>;
  /** How the first walks are left; those after them are not. */
  readonly stops: ReadonlyArray<Stop | undefined>;
}
