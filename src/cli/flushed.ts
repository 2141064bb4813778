import type { Writable } from 'node:stream';

/** Who reads the last line may be slow or gone; it is not worth more waiting than this. */
const patience = 500;

/** Resolves when everything written to a stream has left this process, or when it took too long. */
export const flushed = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, patience).unref();
    stream.write('', () => {
      resolve();
    });
  });
