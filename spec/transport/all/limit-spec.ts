import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { maxErrorBytes } from '../../../src/model/http';
import { rightOf } from '../../support/sides';
import { withServer } from '../../support/withServer';
import { answeredBy, exchange, get } from '../support/exchange';
import { transports } from '../support/transports';

const limit = 1_000;
const tooLarge = E.left({ _tag: 'ResponseTooLarge', limit });
const bomb = Buffer.alloc(2_000_000, 'a');

const bombs = { gzip: gzipSync(bomb), deflate: deflateSync(bomb), br: brotliCompressSync(bomb) };

const large: Readonly<Record<string, RequestListener>> = {
  'that says its length': (_, response) => response.end('a'.repeat(limit + 1)),
  'that says its length and has not come yet': (_, response) => {
    response.writeHead(200, { 'content-length': 10 ** 9 }).write('a'.repeat(limit + 1));
  },
  'in chunks': (_, response) => {
    for (let sent = 0; sent <= limit; sent += 100) response.write('a'.repeat(100));
    response.end();
  },
  'of few characters and many bytes': (_, response) => response.end('😀'.repeat(limit / 4 + 1)),
  ...Object.fromEntries(
    Object.entries(bombs).map(([coding, compressed]): [string, RequestListener] => [
      `that a small ${coding} inflates to`,
      (_, response) => response.writeHead(200, { 'content-encoding': coding }).end(compressed),
    ]),
  ),
};

for (const [name, { to }] of Object.entries(transports)) {
  describe(`the size limit of ${name}`, () => {
    for (const [what, answer] of Object.entries(large)) {
      it(`refuses a body ${what}, as a value`, async () => {
        expect(await answeredBy(to, answer, { maxResponseBytes: limit })).to.deep.equal(tooLarge);
      });
    }

    it('takes a body of exactly that size', async () => {
      const answer: RequestListener = (_, response) => response.end('a'.repeat(limit));
      const { body } = rightOf(await answeredBy(to, answer, { maxResponseBytes: limit }));
      expect(body).to.have.lengthOf(limit);
    });

    it('ends a body that never would; law 22: an error is cut at 64 KiB, and its transfer is ended', async () => {
      for (const status of [200, 503]) {
        let closed: Promise<unknown> | undefined;
        await withServer(
          (_, response) => {
            response.writeHead(status);
            const timer = setInterval(() => response.write('a'.repeat(10_000)), 1);
            closed = new Promise((resolve) => response.once('close', resolve)).finally(() => {
              clearInterval(timer);
            });
          },
          async (url) => {
            const result = await exchange(
              to(url, { maxResponseBytes: status === 200 ? limit : 10 ** 6 }),
              get('/p'),
            );
            if (status === 200) expect(result).to.deep.equal(tooLarge);
            else expect(rightOf(result).body).to.have.lengthOf(maxErrorBytes);
            await closed;
          },
        );
      }
    });

    for (const [coding, compressed] of Object.entries(bombs)) {
      it(`law 22: an error that a small ${coding} inflates to is cut at 64 KiB`, async () => {
        const { status, body } = rightOf(
          await answeredBy(to, (_, response) =>
            response.writeHead(500, { 'content-encoding': coding }).end(compressed),
          ),
        );
        expect({ status, length: body.length }).to.deep.equal({
          status: 500,
          length: maxErrorBytes,
        });
      });
    }
  });
}
