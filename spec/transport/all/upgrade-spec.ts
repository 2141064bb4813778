import { expect } from 'chai';
import { isRight } from 'fp-ts/Either';
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
      const mayWait = 'notices an upgrade' in cannot;
      it(`is a failure${mayWait ? ', at the latest when its time is up' : ' at once, though there is no timeout'}: 101 ${what}`, async () => {
        const sockets: Array<Socket> = [];
        const talk = (socket: Socket): void => {
          sockets.push(socket);
          socket.on('error', () => undefined);
          socket.once('data', () =>
            socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n')),
          );
        };
        await withRawServer(talk, async (url) => {
          const result = await exchange(to(url, { timeout: mayWait ? 100 : 0 }), get('/p'));
          // Without a protocol it is an ordinary response in Node, and the walk ends with its status.
          if (mayWait && isRight(result)) expect(result.right.status).to.equal(101);
          else {
            const failure = leftOf(result);
            const tags = mayWait ? ['NetworkFailure', 'TimedOut'] : ['NetworkFailure'];
            expect(failure._tag).to.be.oneOf(tags);
            if (name.includes('command line'))
              expect(failure)
                .to.have.property('reason')
                .that.matches(/\(101\)/);
          }
          for (const socket of sockets) {
            if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
          }
        });
      });
    }
  });
}
