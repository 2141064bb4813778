import { expect } from 'chai';
import * as t from 'io-ts';
import { createClient } from '../../src/client/createClient';
import { collect } from '../support/collect';
import { withWorkerServer } from '../support/withWorkerServer';
import { transports } from '../transport/support/transports';

for (const [name, { to }] of Object.entries(transports)) {
  /**
   * Walks three pages whose decoding keeps this thread busy, until the request for the next page has arrived or the time is
   * over; gives how many had arrived by then.
   */
  const arrivedWhileDecoding = async (
    readAhead: 0 | 1,
    ms: number,
  ): Promise<ReadonlyArray<number>> => {
    const seen: Array<number> = [];
    await withWorkerServer(async (baseURL, { count, waitBeyond }) => {
      const decode = (u: unknown) => {
        const page = seen.length + 1;
        if (page < 3) waitBeyond(page, ms);
        seen.push(count());
        return t.success(u);
      };
      const Slow = new t.Type('Slow', (u): u is unknown => u !== undefined, decode, t.identity);
      const client = createClient({ transport: to(baseURL) });
      const walked = client.list({
        ontologyRid: 'ri.o',
        objectType: 'employee',
        readAhead,
        properties: Slow,
      });
      expect(await collect(walked)).to.have.length(3);
    });
    return seen;
  };

  describe(`law 3: readAhead over real HTTP, with ${name}`, () => {
    it('0: a request arrives after the page before it was decoded', async () => {
      expect(await arrivedWhileDecoding(0, 100)).to.deep.equal([1, 2, 3]);
    });

    it('1: a request has arrived while the page before it is decoded', async () => {
      // The time is for the case that it never comes.
      expect(await arrivedWhileDecoding(1, 60_000)).to.deep.equal([2, 3, 3]);
    });
  });
}
