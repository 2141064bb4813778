import { type Either, left, right, tryCatch } from 'fp-ts/Either';
import { maxErrorBytes } from '../model/http';
import type { TransportFailure } from './Transport';

/** Takes the next chunk of a body, or its end, and returns what was read once there is nothing more to take. */
export type TakeChunk = (chunk?: Uint8Array) => Either<TransportFailure, string> | undefined;

/** Every chunk that is kept costs some 400 bytes beside its own: smaller ones are copied together (law 31). */
const minKept = 4 * 1024;
const blockSize = 16 * 1024;

const isPage = (status: number): boolean => status >= 200 && status < 300;

const tooLarge = (limit: number): Either<TransportFailure, never> => left({ _tag: 'ResponseTooLarge', limit });

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

/** Keeps chunks in their order, and joins them in the end. A body that comes in one piece is not copied. */
const chunkStore = () => {
  const kept: Array<Uint8Array> = [];
  let block: Uint8Array | undefined;
  let used = 0;
  const keepBlock = (): void => {
    if (block && used > 0) kept.push(block.slice(0, used));
    used = 0;
  };
  return {
    add: (chunk: Uint8Array): void => {
      if (kept.length === 0 || chunk.length >= minKept) {
        keepBlock();
        kept.push(chunk);
        return;
      }
      if (used + chunk.length > blockSize) keepBlock();
      block ??= new Uint8Array(blockSize);
      block.set(chunk, used);
      used += chunk.length;
    },
    join: (size: number): Uint8Array => {
      keepBlock();
      return joined(kept, size);
    },
  };
};

/**
 * Takes a body chunk by chunk. A page may be as large as the limit, and must be UTF-8. Of any other response at most 64 KiB
 * are taken, leniently, because its status counts all the same (law 22).
 */
export const takeBody = (status: number, limit: number): TakeChunk => {
  const fatal = isPage(status);
  const max = fatal ? limit : Math.min(limit, maxErrorBytes);
  const taken = chunkStore();
  let size = 0;
  return (chunk) => {
    if (chunk) {
      taken.add(chunk);
      size += chunk.length;
      if (size <= max) return undefined;
      if (fatal) return tooLarge(limit);
      size = max;
    }
    // What is decoded whole is decoded many times faster than chunk by chunk.
    return tryCatch(
      () => new TextDecoder('utf-8', { fatal }).decode(taken.join(size)),
      () => ({ _tag: 'NotUtf8' }),
    );
  };
};

/** The bytes of a text in UTF-8. */
export const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** The same for a body that somebody has read already, and decoded. */
export const takeText = (text: string, status: number, limit: number): Either<TransportFailure, string> => {
  if (!isPage(status)) return right(text.slice(0, Math.min(limit, maxErrorBytes)));
  // A character is three bytes at most, so that few texts have to be measured.
  const isLarge = text.length > limit || (text.length * 3 > limit && bytesIn(text) > limit);
  return isLarge ? tooLarge(limit) : right(text);
};
