import { isLeft } from 'fp-ts/Either';
import { concatMap, lastValueFrom, of, Subject, takeUntil } from 'rxjs';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import {
  axiosTransport,
  bearer,
  createClient,
  explain,
  retryExpired,
  type WalkEvent,
  withValve,
} from '../../src/index';
import { type Fault, startService } from '../../src/service/index';

/** What goes wrong, once each: a request too many, a service that is down, a cut connection, a page token that expires, and a broken object. */
const faults: ReadonlyArray<Fault> = [
  { type: 'throttle', retryAfter: 1, at: 3 },
  { type: 'unavailable', at: 6 },
  { type: 'reset-during', at: 12 },
  { type: 'expire-token', at: 14 },
  { type: 'corrupt-object', at: 30 },
];

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

/** What a person wants to know of an event, if anything went wrong. */
const lineOf = (event: WalkEvent): string | undefined => {
  switch (event.type) {
    case 'retry':
      return (
        `${'status' in event.failure ? `The service responded with ${event.failure.status}.` : 'The connection was cut.'} ` +
        `Page ${event.page + 1} is requested again in ${(event.delay / 1_000).toFixed(1)} s.`
      );
    case 'refresh':
      return `The access token has expired. Page ${event.page + 1} is requested again with a new one.`;
    case 'restart':
      return 'The page token has expired. The walk starts again, and emits only objects that have not come yet.';
    default:
      return undefined;
  }
};

/** Reads every object of a service that fails in many ways, and says on `say` how each failure is got over. */
export const demo = async (objects: Writable, say: (line: string) => void): Promise<void> => {
  const service = await startService({ faults, protectList: true });
  const client = createClient({
    transport: axiosTransport({ baseURL: service.url }),
    // A function is called again when its credential is refused.
    auth: bearer((refused) => of(refused === undefined ? 'token-of-yesterday' : service.token)),
  });
  const seen: Record<string, number> = {};
  client.events.subscribe((event) => {
    seen[event.type] = (seen[event.type] ?? 0) + 1;
    const line = lineOf(event);
    if (line !== undefined) say(line);
  });
  const ids = new Set<unknown>();
  let [written, invalid] = [0, 0];
  const begun = Date.now();
  // A reader such as `head` has seen enough: the walk ends.
  const gone = new Subject<void>();
  objects.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'EPIPE' ? gone.next() : gone.error(error),
  );
  const { ontologyRid, objectType } = service;
  await lastValueFrom(
    withValve({ highWaterMark: 200 }, (valve) =>
      client.list({ ontologyRid, objectType, valve }).pipe(
        retryExpired({ key: ({ properties }) => String(properties.id) }),
        concatMap((result) => {
          if (isLeft(result)) {
            if (result.left._tag === 'InvalidObject') invalid += 1;
            say(explain(result.left));
            return [];
          }
          ids.add(result.right.properties.id);
          written += 1;
          return [JSON.stringify(result.right)];
        }),
        // The next page waits until no more than 200 objects wait here.
        valve.concatMap((line) => (objects.write(`${line}\n`) ? [] : once(objects, 'drain'))),
        takeUntil(gone),
      ),
    ),
    { defaultValue: undefined },
  ).finally(() => service.close());
  const { retry = 0, refresh = 0, restart = 0 } = seen;
  say(
    `${counted(written, 'object')} in ${((Date.now() - begun) / 1_000).toFixed(1)} s, ` +
      `${ids.size === written ? 'each once' : `${counted(written - ids.size, 'object')} twice`}, ` +
      `and ${counted(invalid, 'invalid object')}: ${counted(retry, 'repeated request')}, ` +
      `${counted(refresh, 'new credential')}, ${counted(restart, 'expired page token')}.`,
  );
};
