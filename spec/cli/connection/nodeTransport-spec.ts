import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { firstValueFrom, timeout } from 'rxjs';
import { nodeTransport } from '../../../src/cli/connection/nodeTransport';

/** Answers every request with these bytes, and keeps the connection. */
const answering = async <R>(answer: string, use: (url: string) => Promise<R>): Promise<R> => {
  const sockets: Array<Socket> = [];
  const server = createRawServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).on('data', () => socket.write(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
};

const ask = (url: string) =>
  firstValueFrom(
    nodeTransport(url, { timeout: 0 })({ method: 'GET', url: '/', headers: {} }).pipe(
      timeout(60_000),
    ),
  );

describe('nodeTransport', () => {
  it('waits for the answer that follows an interim one', () =>
    answering(
      'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      async (url) => {
        const result = await ask(url);
        expect(E.isRight(result) && result.right).to.include({ status: 200, body: 'ok' });
      },
    ));

  it('says of https: on a port of http: what it is, and that it stays so', () =>
    answering('HTTP/1.1 400 Bad Request\r\n\r\n', async (url) => {
      const result = await ask(url.replace('http:', 'https:'));
      expect(E.isLeft(result) && result.left).to.include({
        _tag: 'NetworkFailure',
        reason: 'the service does not speak TLS at this port: is its address http: and not https:?',
        permanent: true,
      });
    }));

  it('keeps no connection of an upgrade', async () => {
    const server = createServer();
    const isClosed = new Promise<void>((resolve) => {
      server.on('upgrade', (_, socket) => {
        socket
          .on('end', () => socket.destroy())
          .on('error', () => undefined)
          .on('close', () => resolve())
          .resume();
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: tea\r\n\r\n',
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const headers = { connection: 'Upgrade', upgrade: 'tea' };
    const result = await firstValueFrom(
      nodeTransport(url, { timeout: 0 })({ method: 'GET', url: '/', headers }),
    );
    expect(E.isLeft(result) && result.left).to.include({ _tag: 'NetworkFailure', permanent: true });
    await isClosed;
    server.close();
  });
});
