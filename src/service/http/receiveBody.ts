import * as O from 'fp-ts/Option';
import type { IncomingMessage } from 'node:http';

/** A client that has sent too much still reads its answer if it may continue for a moment; what it sends is discarded. */
const linger = 250;

const letGo = (request: IncomingMessage): void => {
  setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, linger).unref();
};

/** The bytes of a request's body, or none where there are too many, of which none are kept. Rejects when the client goes away. */
export const receiveBody = (request: IncomingMessage, maxBytes: number): Promise<O.Option<Uint8Array>> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = [];
    let size = 0;
    const refuse = (): void => {
      chunks.length = 0;
      letGo(request);
      resolve(O.none);
    };
    if (Number(request.headers['content-length']) > maxBytes) {
      refuse();
      return;
    }
    request.on('data', (chunk: Buffer) => {
      const isRefused = size > maxBytes;
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else if (!isRefused) refuse();
    });
    request.once('end', () => {
      resolve(O.some(Buffer.concat(chunks)));
    });
    request.once('error', reject);
  });
