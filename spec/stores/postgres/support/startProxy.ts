import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Pool } from 'pg';

/** What becomes of the bytes of a connection. */
export interface Passing {
  /** Bytes from the client to the server, and back: changed, or undefined where nothing passes. */
  readonly forth?: (chunk: Buffer) => Buffer | undefined;
  readonly back?: (chunk: Buffer) => Buffer | undefined;
}

/** A network between a pool and a database, for the specs to break. */
export interface Proxy {
  /** The connection string that leads through it. */
  readonly url: string;
  /** What becomes of the bytes from now on, those of open connections included. */
  pass(passing: Passing): void;
  /** Leads new connections to another database. */
  leadTo(url: string): void;
  /** Ends all connections, as a network does: without a word. */
  cut(): void;
  /** Takes no new connections and ends those that there are, or takes them again. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

export const startProxy = async (databaseUrl: string): Promise<Proxy> => {
  let target = new URL(databaseUrl);
  let passing: Passing = {};
  let isRefusing = false;
  const sockets = new Set<Socket>();
  const both = (
    socket: Socket,
    other: Socket,
    through: () => ((chunk: Buffer) => Buffer | undefined) | undefined,
  ) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const passed = (through() ?? ((all: Buffer) => all))(chunk);
      if (passed !== undefined && !other.destroyed) other.write(passed);
    });
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((client) => {
    if (isRefusing) {
      client.destroy();
      return;
    }
    const database = connect(Number(target.port), target.hostname);
    both(client, database, () => passing.forth);
    both(database, client, () => passing.back);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const cut = (): void => {
    for (const socket of [...sockets]) socket.destroy();
  };
  return {
    url: url.href,
    pass: (next) => {
      passing = next;
    },
    leadTo: (next) => {
      target = new URL(next);
    },
    cut,
    refuse: (is) => {
      isRefusing = is;
      if (is) cut();
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
};

/** Gives a spec a pool whose connections lead through such a network. */
export const withProxy = async (
  databaseUrl: string,
  max: number,
  use: (pool: Pool, proxy: Proxy) => Promise<void>,
): Promise<void> => {
  const proxy = await startProxy(databaseUrl);
  const pool = new Pool({ connectionString: proxy.url, max });
  try {
    await use(pool, proxy);
  } finally {
    await proxy.close();
    await pool.end();
  }
};
