import type { Either } from 'fp-ts/Either';
import { takeBody } from './takeBody';
import type { TransportFailure } from './Transport';

interface Chunk {
  readonly done?: boolean;
  readonly value?: Uint8Array;
}

/** A body on its way: a stream of fetch, which not every browser can iterate over, or one of Node. */
export interface BodyStream {
  readonly getReader?: () => { readonly read: () => Promise<Chunk>; readonly cancel: () => Promise<unknown> };
  readonly [Symbol.asyncIterator]: () => { readonly next: () => Promise<Chunk> };
  readonly destroy?: () => unknown;
}

export const isBodyStream = (data: unknown): data is BodyStream =>
  'getReader' in Object(data) || Symbol.asyncIterator in Object(data);

/**
 * Reads a body as text, no more of it than is taken. A transfer of which no more is taken, or that is aborted, is stopped;
 * a stream that fails rejects the promise.
 */
export const readBody = async (
  stream: BodyStream,
  status: number,
  limit: number,
  signal: AbortSignal,
): Promise<Either<TransportFailure, string>> => {
  const take = takeBody(status, limit);
  const reader = stream.getReader?.();
  const chunks = reader ? { next: () => reader.read() } : stream[Symbol.asyncIterator]();
  const stop = (): void => {
    stream.destroy?.();
    // One that has failed cannot be cancelled.
    reader?.cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', stop);
  for (;;) {
    const { value } = await chunks.next();
    const result = take(value);
    if (!result) continue;
    if (value) stop();
    return result;
  }
};
