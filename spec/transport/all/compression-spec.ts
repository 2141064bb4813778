import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { createClient } from '../../../src/client/createClient';
import type { WalkError } from '../../../src/model/errors/WalkError';
import type { Transport } from '../../../src/transport/Transport';
import { collect } from '../../support/collect';
import { leftOf, rightOf } from '../../support/sides';
import { withServer } from '../../support/withServer';
import { exchange, get } from '../support/exchange';
import { transports } from '../support/transports';

const text = JSON.stringify({
  data: Array.from({ length: 2_000 }, (_, id) => ({ properties: { id: (id * 7_919) % 1_000 } })),
});

const codings: Readonly<Record<string, readonly [coding: string, compress: (text: string) => Buffer]>> = {
  gzip: ['gzip', gzipSync],
  'GZIP in capitals': ['GZIP', gzipSync],
  deflate: ['deflate', deflateSync],
  'deflate without its header': ['deflate', deflateRawSync],
  brotli: ['br', brotliCompressSync],
};

const compressed = Object.fromEntries(
  Object.entries(codings).map(([what, [, compress]]) => [what, compress(text)] as const),
);

/** A whole message with a body that says to be compressed. */
const sending =
  (coding: string, body: Uint8Array): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-encoding': coding, 'content-length': body.length }).end(body);

const endOf = async (transport: Transport): Promise<WalkError> => {
  const client = createClient({ transport, retry: false });
  const results = await collect(client.list({ ontologyRid: 'o', objectType: 't' }));
  expect(results).to.have.lengthOf(1);
  return leftOf(results[0] ?? expect.fail());
};

for (const [name, { to, cannot }] of Object.entries(transports)) {
  describe(`compression and ${name}`, () => {
    it('asks for it', async () => {
      await withServer(
        ({ headers }, response) => response.end(headers['accept-encoding']),
        async (url) => {
          expect(rightOf(await exchange(to(url), get('/p'))).body).to.match(/\bgzip\b/);
        },
      );
    });

    for (const [what, [coding, compress]] of Object.entries(codings)) {
      it(`${what}: takes the text that was compressed`, async () => {
        await withServer(sending(coding, compressed[what] ?? expect.fail()), async (url) => {
          expect(rightOf(await exchange(to(url), get('/p'))).body).to.equal(text);
        });
      });

      it(`${what}: takes the text of an error`, async () => {
        await withServer(
          (_, response) => response.writeHead(400, { 'content-encoding': coding }).end(compress('{"errorName":"Bad"}')),
          async (url) => {
            expect(rightOf(await exchange(to(url), get('/p')))).to.include({
              status: 400,
              body: '{"errorName":"Bad"}',
            });
          },
        );
      });

      it(`${what}: refuses what was cut inside a whole message`, async () => {
        const whole = compressed[what] ?? expect.fail();
        await withServer(sending(coding, whole.subarray(0, whole.length / 2)), async (url) => {
          const seen = 'notices that a compressed body was cut' in cannot ? 'InvalidEnvelope' : 'NetworkFailure';
          expect(await endOf(to(url, { timeout: 2_000 }))).to.have.property('_tag', seen);
        });
      });

      it(`${what}: refuses what was not compressed at all`, async () => {
        await withServer(sending(coding, Buffer.from('{"data":[]}')), async (url) => {
          expect(await endOf(to(url, { timeout: 2_000 }))).to.have.property('_tag', 'NetworkFailure');
        });
      });

      it(`${what}: takes a body that is empty`, async () => {
        await withServer(
          (_, response) => response.writeHead(404, { 'content-encoding': coding }).end(),
          async (url) => {
            expect(rightOf(await exchange(to(url), get('/p')))).to.include({ status: 404, body: '' });
          },
        );
      });
    }

    it('hands out what it cannot decompress as it is, which is no page', async () => {
      await withServer(sending('enigma', Buffer.of(0xff)), async (url) => {
        expect(await endOf(to(url))).to.have.property('_tag', 'InvalidEnvelope');
      });
    });
  });
}
