import '@angular/compiler';
import { HttpResponse } from '@angular/common/http';
import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import { isUtf8 } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { map } from 'rxjs';
import { createClient } from '../../../src/client/createClient';
import { overHttpClient } from '../../angular/support/transports';
import { collect } from '../../support/collect';
import { leftOf, rightOf } from '../../support/sides';
import { withServer } from '../../support/withServer';
import { answeredBy, exchange, get } from '../support/exchange';
import { transports } from '../support/transports';

const wrong: Readonly<Record<string, ReadonlyArray<number>>> = {
  'a byte that begins nothing': [0xff],
  'half a character of two bytes': [0xc3],
  'half a character of three bytes': [0xe2, 0x82],
  'an overlong form': [0xc0, 0xaf],
  'half a surrogate pair': [0xed, 0xa0, 0x80],
};

const page = (...token: ReadonlyArray<number>): Buffer =>
  Buffer.concat([
    Buffer.from('{"data":[],"nextPageToken":"a'),
    Buffer.from(token),
    Buffer.from('b"}'),
  ]);

for (const [name, { to }] of Object.entries(transports)) {
  describe(`law 2: bytes that are not UTF-8 (${name})`, () => {
    for (const [what, bytes] of Object.entries(wrong)) {
      it(`end the walk with InvalidEnvelope, unrepeated: ${what} in a page token`, async () => {
        let requests = 0;
        await withServer(
          (_, response) => {
            requests += 1;
            response.end(page(...bytes));
          },
          async (url) => {
            const client = createClient({
              transport: to(url),
              retry: { attempts: 3, baseDelay: 1 },
            });
            const [error] = await collect(client.list({ ontologyRid: 'o', objectType: 't' }));
            expect(error && leftOf(error)).to.deep.include({
              _tag: 'InvalidEnvelope',
              problems: [{ at: 'the body', message: 'is not UTF-8' }],
            });
          },
        );
        expect(requests).to.equal(1);
      });
    }

    it('are seen in a compressed body, and at the end of one', async () => {
      const answers = [gzipSync(page(0xff)), gzipSync(Buffer.from([0x22, 0xc3]))];
      for (const answer of answers) {
        const result = await answeredBy(to, (_, response) =>
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(answer),
        );
        expect(result).to.deep.equal(E.left({ _tag: 'NotUtf8' }));
      }
    });

    it('are replaced in an error: its status counts', async () => {
      const result = await answeredBy(to, (_, response) => response.writeHead(400).end(page(0xff)));
      expect(rightOf(result)).to.include({ status: 400, body: page(0xef, 0xbf, 0xbd).toString() });
    });
  });
}

for (const [name, { to, cannot }] of Object.entries(transports)) {
  if ('sees all bytes that are not UTF-8' in cannot) continue;
  describe(`law 2: any bytes (${name})`, () => {
    it('are the text that they are, or refused', async () => {
      let body = new Uint8Array();
      await withServer(
        (_, response) => response.end(body),
        async (url) => {
          const transport = to(url);
          const anyBytes = fc.oneof(
            fc.uint8Array({ maxLength: 12 }),
            fc.string({ unit: 'binary' }).map((text) => new TextEncoder().encode(text)),
          );
          await fc.assert(
            fc.asyncProperty(anyBytes, async (bytes) => {
              body = Uint8Array.from(bytes);
              const result = await exchange(transport, get('/p'));
              if (isUtf8(body))
                expect(rightOf(result).body).to.equal(new TextDecoder().decode(body));
              else expect(leftOf(result)).to.deep.equal({ _tag: 'NotUtf8' });
            }),
            { numRuns: 50 },
          );
        },
      );
    });
  });
}

describe('a text of an interceptor of HttpClient', () => {
  it('may hold U+FFFD, however long it is', async () => {
    const body = '"\uFFFD, \uFFFD and \uFFFD"';
    await withServer(
      (_, response) => response.end('short'),
      async (url) => {
        const transport = overHttpClient(url, {}, (request, next) =>
          next(request).pipe(
            map((event) => (event instanceof HttpResponse ? event.clone({ body }) : event)),
          ),
        );
        expect(rightOf(await exchange(transport, get('/p'))).body).to.equal(body);
      },
    );
  });
});
