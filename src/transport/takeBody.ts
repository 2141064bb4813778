import { type Either, left, tryCatch } from 'fp-ts/Either';
import { maxErrorBytes } from '../model/http';
import type { TransportFailure } from './Transport';

/** Takes the next chunk of a body, or its end, and returns what was read once there is nothing more to take. */
export type TakeChunk = (chunk?: Uint8Array) => Either<TransportFailure, string> | undefined;

const joined = (chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  if (chunks[0]?.length === size) return chunks[0];
  const bytes = new Uint8Array(size);
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, size - end), end);
    end += chunk.length;
  }
  return bytes;
};

/**
 * Takes a body chunk by chunk. A page may be as large as the limit, and must be UTF-8. Of any other response at most 64 KiB
 * are taken, leniently, because its status counts all the same (law 22).
 */
export const takeBody = (status: number, limit: number): TakeChunk => {
  const isPage = status >= 200 && status < 300;
  const max = isPage ? limit : Math.min(limit, maxErrorBytes);
  const taken: Array<Uint8Array> = [];
  let size = 0;
  return (chunk) => {
    if (chunk) {
      taken.push(chunk);
      size += chunk.length;
      if (size <= max) return undefined;
      if (isPage) return left({ _tag: 'ResponseTooLarge', limit });
      size = max;
    }
    // What is decoded whole is decoded many times faster than chunk by chunk.
    return tryCatch(
      () => new TextDecoder('utf-8', { fatal: isPage }).decode(joined(taken, size)),
      () => ({ _tag: 'NotUtf8' }),
    );
  };
};
