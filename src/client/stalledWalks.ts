import {
  asyncScheduler,
  distinctUntilChanged,
  EMPTY,
  filter,
  groupBy,
  map,
  mergeMap,
  type Observable,
  of,
  scan,
  switchMap,
  take,
  timer,
} from 'rxjs';
import { maxTimer } from '../model/maxTimer';
import type { Client } from './Client';
import type { WalkEvent } from './walks/WalkEvent';
import { checkKnown } from '../model/optionChecks';

/** A walk that stands still. @since 0.2.0 */
export interface StalledWalk {
  /** The walk, counted from 1 in this client. */
  readonly walk: number;
  /** The endpoint's name. */
  readonly endpoint: string;
  /** The walk's own name, where its params have one. */
  readonly label?: string;
  /** How many pages have arrived. */
  readonly pages: number;
}

/** What is known of a walk: how many pages were requested and came, and how long the service asked to wait. */
interface SeenWalk {
  readonly asked: number;
  readonly came: number;
  readonly wait: number;
  readonly event: WalkEvent;
}

/** A restart belongs to no walk, and a `polite` slows all of them. */
type OwnEvent = Exclude<WalkEvent, { readonly type: 'restart' } | { readonly type: 'slowed' }>;

const isOwnEvent = (event: WalkEvent): event is OwnEvent =>
  event.type !== 'restart' && event.type !== 'slowed';

/** For a late listener the first event may be about any page. */
const see = (before: SeenWalk | undefined, event: OwnEvent): SeenWalk => {
  if (event.type === 'end') return { asked: 0, came: 0, wait: 0, event };
  const { asked = event.page, came = event.page } = before ?? {};
  if (event.type === 'page') return { asked, came: Math.max(came, event.page + 1), wait: 0, event };
  const wait = event.type === 'retry' && 'retryAfter' in event.failure ? event.delay : 0;
  return { asked: Math.max(asked, event.page + 1), came, wait, event };
};

/** Requests and retries are signs of life, not of progress. */
const isSame = (before: SeenWalk, { asked, came, wait }: SeenWalk): boolean =>
  before.came === came && before.asked > before.came === asked > came && wait === 0;

/**
 * Emits once each time a walk stalls: it has requested a page that does not come for a while, because its service hangs or its
 * retries fail. A walk that has requested nothing waits for its consumer, its children (`walkEach`), its valve or its first
 * credential, and does not stall; neither does one that waits as long as the service asked for (`Retry-After`), or that `limits`
 * holds back. A request that only waits behind others in the queue of a `polite` counts: choose an `after` that is longer than
 * that queue takes. The walk itself is left alone: unsubscribe it, or end the process, if that is what you want.
 *
 * ```text
 * pages     -a-b-----------c-|
 * stalled   ---------x--------      after b: stalledWalks(client, { after: 6 })
 * ```
 *
 * @example
 * ```ts
 * import { createClient, stalledWalks } from 'pagewalk';
 * import { NEVER, take } from 'rxjs';
 *
 * const client = createClient({ transport: () => NEVER }); // a service that never responds
 * const walk = client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', label: 'nightly' });
 *
 * stalledWalks(client, { after: 1_000 })
 *   .pipe(take(1))
 *   .subscribe(({ label, pages }) => console.log(`${label}: ${pages} pages, and no other for a second`));
 * walk.subscribe();
 * // Logs:
 * // nightly: 0 pages, and no other for a second
 * ```
 *
 * @see recordWalks
 * @since 0.2.0
 */
export const stalledWalks = (
  client: Pick<Client, 'events'>,
  {
    after,
    limits,
    ...others
  }: {
    /** Milliseconds without a page that was requested. */
    readonly after: number;
    /** What `polite` made. A walk does not stall while it holds requests back, because the service asked for that. */
    readonly limits?: { readonly state: Observable<{ readonly heldUntil?: number }> } | undefined;
  },
): Observable<StalledWalk> => {
  checkKnown('stalledWalks', others);
  if (!(typeof after === 'number' && after > 0 && after <= maxTimer)) {
    throw new TypeError(
      `stalledWalks: after must be a number of milliseconds above 0, and at most ${maxTimer}`,
    );
  }
  const holds = limits ? limits.state.pipe(map(({ heldUntil = 0 }) => heldUntil)) : of(0);
  const standstill = (wait: number): Observable<unknown> =>
    holds.pipe(
      distinctUntilChanged(),
      switchMap((until) =>
        timer(Math.min(maxTimer, Math.max(wait, until - asyncScheduler.now(), 0) + after)),
      ),
      take(1),
    );
  return client.events.pipe(
    filter(isOwnEvent),
    groupBy(({ walk }) => walk, {
      duration: (events) => events.pipe(filter(({ type }) => type === 'end')),
    }),
    mergeMap((events) =>
      events.pipe(
        scan<OwnEvent, SeenWalk, undefined>(see, undefined),
        distinctUntilChanged(isSame),
        switchMap(({ asked, came, wait, event: { walk, endpoint, label } }) =>
          asked <= came
            ? EMPTY
            : standstill(wait).pipe(
                map(() => ({ walk, endpoint, ...(label !== undefined && { label }), pages: came })),
              ),
        ),
      ),
    ),
  );
};
