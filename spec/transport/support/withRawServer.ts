import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Runs a server that speaks whatever `talk` makes it speak, on the loopback interface, for as long as `use` takes. */
export const withRawServer = async <R>(
  talk: (socket: Socket) => void,
  use: (url: string) => Promise<R>,
): Promise<R> => {
  const server = createServer(talk);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
};
