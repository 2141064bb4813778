import { asyncScheduler, EMPTY, map, merge, type Observable } from 'rxjs';
import type { Polite } from '../transport/polite/polite';
import type { Client } from './Client';
import { checkKnown } from '../model/optionChecks';

/** What a service says about an error may be anything, and large. It is the one part of an event that is left out. */
const withoutParameters = (name: string, value: unknown): unknown =>
  name === 'parameters' ? undefined : value;

/**
 * The events of a client as lines of JSON, to keep in a file and to look at with `pagewalk show FILE`. A line is a
 * `WalkEvent` with the time at which it happened, `at`, in milliseconds of the `asyncScheduler`. Errors are written without
 * their `parameters`. With `polite` there are lines of the type `polite`, which hold its state. No line holds a credential or
 * a page token.
 *
 * @example
 * ```ts
 * import { createClient, recordWalks } from 'pagewalk';
 * import { memoryService } from 'pagewalk/testing';
 *
 * const { transport, ontologyRid, objectType } = memoryService({ maxPageSize: 2_500 });
 * const client = createClient({ transport });
 *
 * recordWalks(client).subscribe((line) => console.log(line.replace(/"(at|ms)":\d+/g, '"$1":0')));
 * client.list({ ontologyRid, objectType }).subscribe();
 * // Logs:
 * // {"at":0,"walk":1,"endpoint":"listObjects","type":"request","page":0,"attempt":1}
 * // {"at":0,"walk":1,"endpoint":"listObjects","type":"page","page":0,"objects":2500,"ms":0}
 * // {"at":0,"walk":1,"endpoint":"listObjects","type":"end","pages":1,"objects":2500}
 * ```
 *
 * @since 0.2.0
 */
export const recordWalks = (
  client: Pick<Client, 'events'>,
  {
    polite,
    ...others
  }: {
    /** The `polite` of the client's transport; its state is recorded, too. */
    readonly polite?: Pick<Polite, 'state'> | undefined;
  } = {},
): Observable<string> => {
  checkKnown('recordWalks', others);
  return merge(
    client.events,
    polite?.state.pipe(map((state) => ({ type: 'polite', ...state }))) ?? EMPTY,
  ).pipe(map((event) => JSON.stringify({ at: asyncScheduler.now(), ...event }, withoutParameters)));
};
