import { expect } from 'chai';
import type { Socket } from 'node:net';
import { leftOf } from '../../support/sides';
import { withRawServer } from '../support/withRawServer';
import { exchange, get } from '../support/exchange';
import { transports } from '../support/transports';

const switching: Readonly<Record<string, ReadonlyArray<string>>> = {
  'with the protocol that it would switch to': ['Upgrade: websocket', 'Connection: Upgrade'],
  'with nothing else': [],
  'with a body': ['Content-Length: 11', '', '{"data":[]}'],
};

for (const [name, { to, cannot }] of Object.entries(transports)) {
  describe(`a service that switches protocols in ${name}`, () => {
    for (const [what, lines] of Object.entries(switching)) {
      if (lines.length === 0 && 'notices an upgrade that names no protocol' in cannot) continue;
      it(`is a failure at once, though there is no timeout: 101 ${what}`, async () => {
        const sockets: Array<Socket> = [];
        const talk = (socket: Socket): void => {
          sockets.push(socket);
          socket.on('error', () => undefined);
          socket.once('data', () =>
            socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n')),
          );
        };
        await withRawServer(talk, async (url) => {
          const failure = leftOf(await exchange(to(url, { timeout: 0 }), get('/p')));
          expect(failure).to.have.property('_tag', 'NetworkFailure');
          // fetch and undici have words of their own for it.
          if (/over http|command line/.test(name))
            expect(failure)
              .to.have.property('reason')
              .that.matches(/\(101\)/);
          for (const socket of sockets) {
            if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
          }
        });
      });
    }
  });
}
