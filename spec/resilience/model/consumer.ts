import { map, type Observable, take, takeUntil, timer } from 'rxjs';
import {
  type Client,
  listObjects,
  type PageToken,
  retryExpired,
  searchObjects,
  type Valve,
  withValve,
} from '../../../src/index';
import type { Script, Stop } from './Script';
import { type Seen, seenObject, seenPage } from './Seen';
import { Thing } from './Thing';

const walkOf = (client: Client, script: Script, pageToken: PageToken | undefined, valve?: Valve): Observable<Seen> => {
  const { api, endpoint, snapshot, emptyPages, readAhead, restarts } = script;
  const options = { objectType: 'thing', properties: Thing, emptyPages, readAhead, valve, pageToken };
  const list = { ontologyRid: 'ri.ontology.main', pageSize: 1_000, snapshot, ...options };
  const search = { apiFamily: 'demo', query: { type: 'empty' }, ...options };
  if (api === 'pages') {
    const pages = endpoint === 'list' ? client.pages(listObjects, list) : client.pages(searchObjects, search);
    return pages.pipe(map(seenPage));
  }
  const objects = endpoint === 'list' ? client.list(list) : client.search(search);
  if (restarts === undefined) return objects.pipe(map(seenObject));
  return objects.pipe(retryExpired({ key: ({ properties: { id } }) => id, restarts }), map(seenObject));
};

/** How long a consumer behind a valve works on a value, in milliseconds. */
const work = 2;

/** What the consumer of a script sees of a walk that it does not leave. */
export const consumer = (
  client: Client,
  script: Script,
  pageToken: PageToken | undefined,
  sawHeld: (held: number) => void,
): Observable<Seen> => {
  const { highWaterMark } = script;
  if (highWaterMark === undefined) return walkOf(client, script, pageToken);
  return withValve({ highWaterMark }, (valve) =>
    walkOf(client, script, pageToken, valve).pipe(
      valve.concatMap((value) => {
        sawHeld(valve.held);
        return timer(work).pipe(map(() => value));
      }),
    ),
  );
};

/** Leaves a walk when the script says so. */
export const until =
  (stop: Stop | undefined) =>
  (source: Observable<Seen>): Observable<Seen> =>
    stop === undefined ? source : source.pipe('after' in stop ? take(stop.after) : takeUntil(timer(stop.ms)));
