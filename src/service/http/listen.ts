import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const host = '127.0.0.1';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use; choose another one, or 0 for one that is free',
  EACCES: 'may not be used by this user; choose one above 1023, or 0 for one that is free',
};

const explain = (port: number, error: NodeJS.ErrnoException): Error => {
  const reason = reasons[error.code ?? ''] ?? `cannot be listened on: ${error.message}`;
  return Object.assign(new Error(`port ${port} ${reason}`, { cause: error }), { code: error.code });
};

/** Begins to listen on the loopback interface, and tells the address. */
export const listen = (server: Server, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(explain(port, error));
    });
    server.listen(port, host, () => {
      resolve(`http://${host}:${(server.address() as AddressInfo).port}`);
    });
  });
