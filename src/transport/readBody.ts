import type { Either } from 'fp-ts/Either';
import { takeBody } from './takeBody';
import type { TransportFailure } from './Transport';

interface Chunk {
  readonly done?: boolean;
  readonly value?: Uint8Array;
}

/** A body on its way: a stream of Node, or one of fetch, which not every browser can iterate over. */
export interface BodyStream {
  readonly on: (event: string, listener: (value?: Uint8Array) => unknown) => BodyStream;
  readonly getReader?: () => { readonly read: () => Promise<Chunk>; readonly cancel: () => Promise<unknown> };
  readonly destroy?: () => unknown;
}

/** Ends a transfer of which nothing is wanted. */
export const dropBody = (body: unknown): void => {
  const stream = Object(body) as { readonly cancel?: () => Promise<unknown>; readonly destroy?: () => unknown };
  stream.destroy?.();
  // One that has failed cannot be cancelled.
  stream.cancel?.().catch(() => undefined);
};

/** JSON that an adapter has parsed holds no functions. */
export const isBodyStream = (data: unknown): data is BodyStream => {
  const stream = Object(data) as Partial<BodyStream>;
  return typeof (stream.getReader ?? stream.on) === 'function';
};

/**
 * Reads a body as text, no more of it than is taken. A transfer of which no more is taken, or that is aborted, is stopped;
 * a stream that fails rejects the promise. A stream of Node is listened to: to iterate over one takes longer.
 */
export const readBody = (
  stream: BodyStream,
  status: number,
  limit: number,
  signal: AbortSignal,
): Promise<Either<TransportFailure, string>> =>
  new Promise((resolve, reject) => {
    const take = takeBody(status, limit);
    const reader = stream.getReader?.();
    const stop = (): void => {
      stream.destroy?.();
      reader?.cancel().catch(() => undefined);
    };
    /** Takes a chunk or the end, and says whether more is wanted. */
    const accept = (chunk?: Uint8Array): boolean => {
      const result = take(chunk);
      if (!result) return true;
      resolve(result);
      if (chunk) stop();
      return false;
    };
    signal.addEventListener('abort', stop);
    if (reader) {
      const readOn = async (): Promise<void> => {
        while (accept((await reader.read()).value));
      };
      readOn().catch(reject);
    } else stream.on('data', accept).on('end', accept).on('error', reject).on('close', reject);
  });
