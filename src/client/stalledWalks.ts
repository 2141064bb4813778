import { EMPTY, filter, groupBy, map, mergeMap, type Observable, switchMap, timer } from 'rxjs';
import { maxTimer } from '../model/maxTimer';
import type { Client } from './Client';
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

/**
 * Emits once each time a walk stalls: it has received no page for a while, because its service hangs, its retries fail, or
 * nothing takes its objects. The walk itself is left alone: unsubscribe it, or end the process, if that is what you want. A
 * walk is seen from its first request on, and not while it waits for its valve or its first credential.
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
  { after, ...others }: { /** Milliseconds without a new page. */ readonly after: number },
): Observable<StalledWalk> => {
  checkKnown('stalledWalks', others);
  if (!(typeof after === 'number' && after > 0 && after <= maxTimer)) {
    throw new TypeError(`stalledWalks: after must be a number of milliseconds above 0, and at most ${maxTimer}`);
  }
  return client.events.pipe(
    filter((event) => event.type !== 'restart'),
    groupBy(({ walk }) => walk, { duration: (events) => events.pipe(filter(({ type }) => type === 'end')) }),
    mergeMap((events) =>
      events.pipe(
        // The first event begins the walk. Of the others, requests and retries are signs of life, not of progress.
        filter(({ type }, index) => index === 0 || type === 'page' || type === 'end'),
        switchMap((event) =>
          event.type === 'end'
            ? EMPTY
            : timer(after).pipe(
                map(() => ({
                  walk: event.walk,
                  endpoint: event.endpoint,
                  ...(event.label !== undefined && { label: event.label }),
                  // For a late listener the first event may be about any page: those before it have come.
                  pages: event.type === 'page' ? event.page + 1 : event.page,
                })),
              ),
        ),
      ),
    ),
  );
};
