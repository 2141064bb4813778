import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const program = `
const { createServer } = require('node:http');
const { parentPort } = require('node:worker_threads');
const zlib = require('node:zlib');
const size = 100_000_000;
const fast = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };
const packed = {
  gzip: zlib.gzipSync(Buffer.alloc(size, 'a'), { level: 1 }),
  deflate: zlib.deflateSync(Buffer.alloc(size, 'a'), { level: 1 }),
  br: zlib.brotliCompressSync(Buffer.alloc(size, 'a'), fast),
};
const texts = {
  plain: 'a'.repeat(1_000),
  nested: '['.repeat(1_000),
  escaped: '\\\\u0000'.repeat(200),
  bytes: Buffer.alloc(1_000, 0xff),
};
const pour = (response, text, left) => {
  while (left > 0 && !response.destroyed) {
    left -= text.length;
    if (!response.write(text)) return void response.once('drain', () => pour(response, text, left));
  }
  response.end();
};
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url, 'http://x');
  const [status, shape] = request.headers['x-error']?.split(' ') ?? [searchParams.get('status'), searchParams.get('shape')];
  response.once('close', () => {
    const { bytesWritten } = request.socket;
    parentPort.postMessage({ url: request.url, isWhole: response.writableFinished, bytesWritten });
  });
  if (shape in packed) response.writeHead(status, { 'content-encoding': shape }).end(packed[shape]);
  else if (shape === 'stalled') response.writeHead(status).write('a'.repeat(70_000));
  else {
    response.writeHead(status, { 'content-length': 150_000_000 });
    pour(response, texts[shape], 150_000_000);
  }
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }));
`;

/** How a response ended at the server. */
export interface Sent {
  readonly url: string;
  readonly isWhole: boolean;
  readonly bytesWritten: number;
}

/** The errors of a hostile service: what a request asks for by `/p?status=503&shape=gzip`. */
export const shapes = ['plain', 'nested', 'escaped', 'bytes', 'stalled', 'gzip', 'deflate', 'br'] as const;

export interface ErrorServer {
  readonly url: string;
  /** Resolves when the response to a request has ended. */
  readonly ended: (url: string) => Promise<Sent>;
  readonly close: () => Promise<unknown>;
}

/** A server of errors of up to 150 MB, on a thread of its own: what it takes to send them is not this thread's time. */
export const errorServer = async (): Promise<ErrorServer> => {
  const worker = new Worker(program, { eval: true });
  const [{ port }] = (await once(worker, 'message')) as [{ readonly port: number }];
  const sent = new Map<string, Sent>();
  worker.on('message', (message: Sent) => sent.set(message.url, message));
  return {
    url: `http://127.0.0.1:${port}`,
    ended: async (url) => {
      for (;;) {
        const response = sent.get(url);
        if (response !== undefined) return response;
        await once(worker, 'message');
      }
    },
    close: () => worker.terminate(),
  };
};

/**
 * The longest time for which something kept the event loop from its next turn, in milliseconds of the processor: a busy machine stops
 * it too. The server's thread counts as well, but it waits for its reader.
 */
export const longestStop = async (run: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  let last = process.cpuUsage();
  let isOver = false;
  const turn = (): void => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await run();
  isOver = true;
  turn();
  return longest;
};
