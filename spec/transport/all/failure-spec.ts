import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { freePort } from '../../support/withServer';
import { leftOf } from '../../support/sides';
import { withRawServer } from '../support/withRawServer';
import { answeredBy, exchange, get } from '../support/exchange';
import { transports } from '../support/transports';

const broken: Readonly<Record<string, RequestListener>> = {
  'is reset before the response': ({ socket }) => socket.resetAndDestroy(),
  'is closed before the response': ({ socket }) => socket.destroy(),
  'is reset after the headers': ({ socket }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    setTimeout(() => socket.resetAndDestroy(), 10);
  },
  'is closed in the middle of a body that says its length': ({ socket }, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"data":[]}');
    setTimeout(() => socket.destroy(), 10);
  },
  'is closed in the middle of a body in chunks': ({ socket }, response) => {
    response.write('{"data":[]}');
    setTimeout(() => socket.destroy(), 10);
  },
  'is reset in the middle of a compressed body': ({ socket }, response) => {
    const bytes = gzipSync('{"data":[]}'.repeat(1_000));
    response
      .writeHead(200, { 'content-encoding': 'gzip' })
      .write(bytes.subarray(0, bytes.length / 2));
    setTimeout(() => socket.resetAndDestroy(), 10);
  },
  'is reset in the middle of an error': ({ socket }, response) => {
    response.writeHead(500).write('{"errorName":');
    setTimeout(() => socket.resetAndDestroy(), 10);
  },
};

for (const [name, { to, cannot }] of Object.entries(transports)) {
  describe(`a failure of the network in ${name}`, () => {
    const isSilent = 'tells the code of the platform' in cannot;

    for (const [what, answer] of Object.entries(broken)) {
      it(`is a value, never a response: the connection ${what}`, async () => {
        const failure = leftOf(await answeredBy(to, answer));
        expect(failure).to.have.property('_tag', 'NetworkFailure');
        expect(failure).to.have.property('reason').that.is.a('string').and.is.not.empty;
      });
    }

    it('is a value with a code: the connection is refused', async () => {
      const failure = leftOf(await exchange(to(`http://127.0.0.1:${await freePort()}`), get('/p')));
      expect(failure).to.have.property('_tag', 'NetworkFailure');
      expect(failure).to.have.property('code', isSilent ? 'ERR_NETWORK' : 'ECONNREFUSED');
    });

    it('tells a code of the platform: the connection is closed before the response', async () => {
      expect(leftOf(await answeredBy(to, ({ socket }) => socket.destroy())))
        .to.have.property('code')
        .that.matches(isSilent ? /^ERR_NETWORK$/ : /^(UND_ERR_SOCKET|ECONNRESET)$/);
    });

    it('tells a code of a body that broke off', async () => {
      const failure = leftOf(
        await answeredBy(to, ({ socket }, response) => {
          response.writeHead(200, { 'content-length': '100' }).write('{"data":[]}');
          setTimeout(() => socket.resetAndDestroy(), 10);
        }),
      );
      if (!isSilent) expect(failure).to.have.property('code').that.is.a('string').and.is.not.empty;
    });

    it('is a value: the server does not speak HTTP', async () => {
      const answer = await withRawServer(
        (socket) => {
          socket.on('error', () => undefined);
          socket.end('SSH-2.0-OpenSSH\r\n');
        },
        (url) => exchange(to(url), get('/p')),
      );
      expect(leftOf(answer)).to.have.property('_tag', 'NetworkFailure');
    });
  });
}
