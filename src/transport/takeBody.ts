import { type Either, left, right, tryCatch } from 'fp-ts/Either';
import { isSuccess, maxErrorBytes } from '../model/http';
import type { TransportFailure } from './Transport';

/** Takes the next chunk of a body, or its end, and returns what was read once there is nothing more to take. */
export type TakeChunk = (chunk?: Uint8Array) => Either<TransportFailure, string> | undefined;

export const tooLargeResponse = (limit: number): Either<TransportFailure, never> =>
  left({ _tag: 'ResponseTooLarge', limit });

/**
 * Bytes with a chunk behind them, of which `size` are taken already. They have room for as much again, so that a body in tiny
 * chunks costs no more than its bytes (law 31). A body that comes in one piece is not copied.
 */
const appended = (bytes: Uint8Array, size: number, chunk: Uint8Array): Uint8Array => {
  if (size === 0) return chunk;
  const end = size + chunk.length;
  const roomy = end <= bytes.length ? bytes : new Uint8Array(2 * end);
  if (roomy !== bytes) roomy.set(bytes.subarray(0, size));
  roomy.set(chunk, size);
  return roomy;
};

/**
 * Takes a body chunk by chunk. A page may be as large as the limit, and must be UTF-8. Of any other response at most 64 KiB
 * are taken, leniently, because its status counts all the same (law 22).
 */
export const takeBody = (status: number, limit: number): TakeChunk => {
  const fatal = isSuccess(status);
  const max = fatal ? limit : Math.min(limit, maxErrorBytes);
  let bytes: Uint8Array = new Uint8Array();
  let size = 0;
  return (chunk) => {
    if (chunk) {
      bytes = appended(bytes, size, chunk);
      size += chunk.length;
      if (size <= max) return undefined;
      if (fatal) return tooLargeResponse(limit);
      size = max;
    }
    // Decoding the whole body is many times faster than decoding each chunk.
    return tryCatch(
      () => new TextDecoder('utf-8', { fatal }).decode(bytes.subarray(0, size)),
      () => ({ _tag: 'NotUtf8' }),
    );
  };
};

export const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** The same for a body that somebody has read already, and decoded. */
export const takeText = (
  text: string,
  status: number,
  limit: number,
): Either<TransportFailure, string> => {
  if (!isSuccess(status)) return right(text.slice(0, Math.min(limit, maxErrorBytes)));
  // A character is three bytes at most, so that few texts have to be measured.
  const isLarge = text.length > limit || (text.length * 3 > limit && bytesIn(text) > limit);
  return isLarge ? tooLargeResponse(limit) : right(text);
};
