import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const program = `
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const server = createServer((request, response) => {
  Atomics.add(workerData, 0, 1);
  Atomics.notify(workerData, 0);
  const page = Number(new URL(request.url, 'http://x').searchParams.get('pageToken') ?? 0);
  const next = page < 2 ? { nextPageToken: String(page + 1) } : {};
  response.end(JSON.stringify({ data: [{ properties: { page } }], ...next }));
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }));
`;

/** How many requests have arrived at a server, also while this thread is busy. */
export interface Arrivals {
  readonly count: () => number;
  /** Stops this thread until another one than the first so many has arrived, or some time has passed. */
  readonly waitBeyond: (count: number, ms: number) => void;
}

/** Runs a server of three pages on a thread of its own, so that it answers while this one is busy. */
export const withWorkerServer = async (
  use: (url: string, arrivals: Arrivals) => Promise<unknown>,
): Promise<void> => {
  const arrived = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(program, { eval: true, workerData: arrived });
  try {
    const [{ port }] = (await once(worker, 'message')) as [{ readonly port: number }];
    await use(`http://127.0.0.1:${port}`, {
      count: () => Atomics.load(arrived, 0),
      waitBeyond: (count, ms) => void Atomics.wait(arrived, 0, count, ms),
    });
  } finally {
    await worker.terminate();
  }
};
