import * as E from 'fp-ts/Either';
import { maxErrorBytes } from '../model/http';
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

const joined = (chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const bytes = new Uint8Array(size);
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.length;
  }
  return bytes;
};

/**
 * Reads a body as text. A page may be as large as the limit, and must be UTF-8. Of any other response at most 64 KiB are
 * read, leniently, because its status counts all the same (law 22). A transfer of which no more is taken, or that is
 * aborted, is stopped; a stream that fails rejects the promise.
 */
export const readBody = async (
  stream: BodyStream,
  status: number,
  limit: number,
  signal: AbortSignal,
): Promise<E.Either<TransportFailure, string>> => {
  const isPage = status >= 200 && status < 300;
  const max = isPage ? limit : Math.min(limit, maxErrorBytes);
  const reader = stream.getReader?.();
  const chunks = reader ? { next: () => reader.read() } : stream[Symbol.asyncIterator]();
  const stop = (): void => {
    stream.destroy?.();
    // One that has failed cannot be cancelled.
    reader?.cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', stop);
  const taken: Array<Uint8Array> = [];
  let size = 0;
  for (let { value } = await chunks.next(); value; { value } = await chunks.next()) {
    taken.push(value.subarray(0, max - size));
    size += value.length;
    if (size > max) {
      stop();
      if (isPage) return E.left({ _tag: 'ResponseTooLarge', limit });
      size = max;
      break;
    }
  }
  // What is decoded whole is decoded many times faster than chunk by chunk.
  return E.tryCatch(
    () => new TextDecoder('utf-8', { fatal: isPage }).decode(joined(taken, size)),
    () => ({ _tag: 'NotUtf8' }),
  );
};
