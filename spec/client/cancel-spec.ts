import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { Subject, firstValueFrom, take } from 'rxjs';
import { createClient } from '../../src/client/createClient';
import { axiosTransport } from '../../src/transport/axiosTransport';
import { rights } from '../../src/walk/values/rights';
import { collect } from '../support/collect';
import { withServer } from '../support/withServer';

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const firstPage = JSON.stringify({ data: [{ properties: { id: 1 } }, { properties: { id: 2 } }], nextPageToken: 'x' });

const closing = ({ socket }: IncomingMessage): Promise<unknown> =>
  new Promise((resolve) => socket.once('close', resolve));

describe('law 9: cancel means now, over real HTTP', () => {
  it('a slow server sees its request aborted when the subscriber leaves', async () => {
    const arrived = new Subject<IncomingMessage>();
    await withServer(
      (request) => {
        arrived.next(request);
      },
      async (baseURL) => {
        const request = firstValueFrom(arrived);
        const walk = createClient({ transport: axiosTransport({ baseURL }) })
          .list(list)
          .subscribe();
        const closed = closing(await request);
        walk.unsubscribe();
        await closed;
        expect((await request).complete).to.equal(true);
      },
    );
  });

  it('law 3: take satisfied at the end of a page leaves the server with one request', async () => {
    let requests = 0;
    await withServer(
      (_request, response) => {
        requests++;
        response.end(firstPage);
      },
      async (baseURL) => {
        const client = createClient({ transport: axiosTransport({ baseURL }) });
        const objects = await collect(client.list(list).pipe(rights(), take(2)));
        expect(objects).to.have.length(2);
        await new Promise((resolve) => setTimeout(resolve, 30));
        expect(requests).to.equal(1);
      },
    );
  });
});
