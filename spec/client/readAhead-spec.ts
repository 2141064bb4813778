import { expect } from 'chai';
import * as t from 'io-ts';
import { createClient } from '../../src/client/createClient';
import { axiosTransport } from '../../src/transport/axiosTransport';
import { collect } from '../support/collect';
import { withWorkerServer } from '../support/withWorkerServer';

const decoding = 150;
const now = (): number => performance.timeOrigin + performance.now();

/** Walks three pages whose decoding keeps this thread busy for a while; gives when requests arrived and decoding began. */
const walk = async (readAhead: 0 | 1) => {
  const decoded: Array<number> = [];
  const Slow = new t.Type<unknown, unknown>(
    'Slow',
    (u): u is unknown => u !== undefined,
    (u) => {
      const began = now();
      decoded.push(began);
      while (now() < began + decoding);
      return t.success(u);
    },
    t.identity,
  );
  const arrived = await withWorkerServer(async (baseURL) => {
    const client = createClient({ transport: axiosTransport({ baseURL }) });
    const walked = client.list({ ontologyRid: 'ri.o', objectType: 'employee', readAhead, properties: Slow });
    expect(await collect(walked)).to.have.length(3);
  });
  return { arrived, decoded };
};

describe('law 3: readAhead over real HTTP', () => {
  it('0: a request arrives after the page before it was decoded', async () => {
    const { arrived, decoded } = await walk(0);
    expect(arrived).to.have.length(3);
    for (const n of [1, 2]) expect(arrived[n]).to.be.greaterThan((decoded[n - 1] ?? 0) + decoding);
  });

  it('1: a request has arrived while the page before it is decoded', async () => {
    const { arrived, decoded } = await walk(1);
    expect(arrived).to.have.length(3);
    for (const n of [1, 2]) expect(arrived[n]).to.be.lessThan((decoded[n - 1] ?? 0) + decoding);
  });
});
