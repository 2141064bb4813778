import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';

/** Runs a server on the loopback interface for as long as `use` takes. */
export const withServer = async <R>(
  answer: RequestListener,
  use: (url: string) => Promise<R>,
): Promise<R> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

/** A port of the loopback interface on which nobody listens. */
export const freePort = async (): Promise<number> => {
  const server = createSocket();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};
