import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const program = `
const { createServer } = require('node:http');
const { parentPort } = require('node:worker_threads');
const server = createServer((request, response) => {
  parentPort.postMessage({ arrived: performance.timeOrigin + performance.now() });
  const page = Number(new URL(request.url, 'http://x').searchParams.get('pageToken') ?? 0);
  const next = page < 2 ? { nextPageToken: String(page + 1) } : {};
  response.end(JSON.stringify({ data: [{ properties: { page } }], ...next }));
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }));
`;

/**
 * Runs a server of three pages on a thread of its own, so that it answers while this one is busy; gives the times, in
 * milliseconds since the epoch, at which requests arrived.
 */
export const withWorkerServer = async (use: (url: string) => Promise<unknown>): Promise<ReadonlyArray<number>> => {
  const worker = new Worker(program, { eval: true });
  const arrivals: Array<number> = [];
  try {
    const [{ port }] = (await once(worker, 'message')) as [{ readonly port: number }];
    worker.on('message', ({ arrived }: { readonly arrived: number }) => arrivals.push(arrived));
    await use(`http://127.0.0.1:${port}`);
  } finally {
    await worker.terminate();
  }
  return arrivals;
};
