import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { createClient, type Transport, type WalkError } from '../../../src/index';
import { collect } from '../../support/collect';
import { leftOf, rightOf } from '../../support/sides';
import { withServer } from '../../support/withServer';
import { answeredBy } from '../support/exchange';
import { transports } from '../support/transports';

const text = JSON.stringify({
  data: Array.from({ length: 2_000 }, (_, id) => ({ properties: { id: (id * 7_919) % 1_000 } })),
});

const codings: Readonly<
  Record<string, readonly [coding: string, compress: (text: string) => Buffer]>
> = {
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
    response
      .writeHead(200, { 'content-encoding': coding, 'content-length': body.length })
      .end(body);

const endOf = async (transport: Transport): Promise<WalkError> => {
  const client = createClient({ transport, retry: false });
  const results = await collect(client.list({ ontologyRid: 'o', objectType: 't' }));
  expect(results).to.have.lengthOf(1);
  return leftOf(results[0] ?? expect.fail());
};

for (const [name, { to, cannot }] of Object.entries(transports)) {
  describe(`compression and ${name}`, () => {
    it('asks for it', async () => {
      const result = await answeredBy(to, ({ headers }, response) =>
        response.end(headers['accept-encoding']),
      );
      expect(rightOf(result).body).to.match(/\bgzip\b/);
    });

    for (const [what, [coding, compress]] of Object.entries(codings)) {
      it(`${what}: takes the text that was compressed`, async () => {
        const result = await answeredBy(to, sending(coding, compressed[what] ?? expect.fail()));
        expect(rightOf(result).body).to.equal(text);
      });

      it(`${what}: takes the text of an error, and a body that is empty`, async () => {
        for (const body of ['{"errorName":"Bad"}', '']) {
          const result = await answeredBy(to, (_, response) =>
            response.writeHead(400, { 'content-encoding': coding }).end(body && compress(body)),
          );
          expect(rightOf(result)).to.include({ status: 400, body });
        }
      });

      it(`${what}: refuses what was cut inside a whole message`, async () => {
        const whole = compressed[what] ?? expect.fail();
        await withServer(sending(coding, whole.subarray(0, whole.length / 2)), async (url) => {
          const seen =
            'notices that a compressed body was cut' in cannot
              ? 'InvalidEnvelope'
              : 'NetworkFailure';
          expect(await endOf(to(url, { timeout: 60_000 }))).to.have.property('_tag', seen);
        });
      });

      it(`${what}: refuses what was not compressed at all`, () =>
        withServer(sending(coding, Buffer.from('{"data":[]}')), async (url) => {
          expect(await endOf(to(url, { timeout: 60_000 }))).to.have.property(
            '_tag',
            'NetworkFailure',
          );
        }));
    }

    it('hands out what it cannot decompress as it is, which is no page', () =>
      withServer(sending('enigma', Buffer.of(0xff)), async (url) => {
        expect(await endOf(to(url))).to.have.property('_tag', 'InvalidEnvelope');
      }));
  });
}
