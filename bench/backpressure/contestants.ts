import * as t from 'io-ts';
import { bufferCount, concatMap, defer, EMPTY, expand, lastValueFrom } from 'rxjs';
import { axiosTransport, createClient, orThrow, withValve } from '../../src/index';
import type { Lane, Thing } from './measure';

interface Envelope {
  readonly data: ReadonlyArray<Thing>;
  readonly nextPageToken: string | null;
}

const fetchPage = async ({ http, address }: Lane, pageToken?: string): Promise<Envelope> => {
  const path = `/api/v1/ontologies/${address.ontologyRid}/objects/${address.objectType}`;
  return (await http.get<Envelope>(path, { params: { pageToken } })).data;
};

/** What most programs do: fetch a page, work on it, fetch the next. */
const sequentialLoop = async (lane: Lane): Promise<void> => {
  let page = await fetchPage(lane);
  await lane.work(page.data);
  while (page.nextPageToken !== null) {
    page = await fetchPage(lane, page.nextPageToken);
    await lane.work(page.data);
  }
};

/** The recipe for paging that RxJS's own documentation and most articles give. Nothing paces it. */
const plainRxjs = (lane: Lane): Promise<void> =>
  lastValueFrom(
    defer(() => fetchPage(lane)).pipe(
      expand(({ nextPageToken }) => (nextPageToken === null ? EMPTY : fetchPage(lane, nextPageToken))),
      concatMap(({ data }) => lane.work(data)),
    ),
  );

/** The mark counts what enters the valve: batches here, so that 1 is one page. */
const valve =
  (highWaterMark: number, readAhead: 0 | 1) =>
  (lane: Lane): Promise<void> => {
    const client = createClient({ transport: axiosTransport(lane.http) });
    const { ontologyRid, objectType } = lane.address;
    const properties = t.type({ id: t.number });
    return lastValueFrom(
      withValve({ highWaterMark }, (valve) =>
        client
          .list({ ontologyRid, objectType, properties, readAhead, valve })
          .pipe(orThrow(), bufferCount(lane.pageSize), valve.concatMap(lane.work)),
      ),
    );
  };

/** Each reads every object, by its name in the table; the first is what the others are compared to. */
export const contestants: Readonly<Record<string, (lane: Lane) => Promise<void>>> = {
  'sequential loop': sequentialLoop,
  'plain expand + concatMap': plainRxjs,
  'valve, mark of one page': valve(1, 0),
  'valve, mark 0': valve(0, 0),
  'valve, mark 0, readAhead 1': valve(0, 1),
  'valve, mark of one page, readAhead 1': valve(1, 1),
};
