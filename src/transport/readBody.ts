import * as E from 'fp-ts/Either';
import { maxErrorBytes } from '../model/http';
import type { TransportFailure } from './Transport';

type Chunk = { readonly done?: false; readonly value: Uint8Array } | { readonly done: true };

/** A body on its way: a stream of fetch, which not every browser can iterate over, or one of Node. */
export type BodyStream =
  | { readonly getReader: () => { readonly read: () => Promise<Chunk> } }
  | { readonly [Symbol.asyncIterator]: () => { readonly next: () => Promise<Chunk> } };

export const isBodyStream = (data: unknown): data is BodyStream =>
  typeof data === 'object' && data !== null && ('getReader' in data || Symbol.asyncIterator in data);

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
 * read, leniently, because its status counts all the same (law 22). `stop` is called to end a transfer of which no more is
 * taken; a stream that fails rejects the promise.
 */
export const readBody = async (
  stream: BodyStream,
  status: number,
  limit: number,
  stop: () => void,
): Promise<E.Either<TransportFailure, string>> => {
  const isPage = status >= 200 && status < 300;
  const max = isPage ? limit : Math.min(limit, maxErrorBytes);
  const source = 'getReader' in stream ? stream.getReader() : stream[Symbol.asyncIterator]();
  const next = (): Promise<Chunk> => ('read' in source ? source.read() : source.next());
  const chunks: Array<Uint8Array> = [];
  let size = 0;
  for (let chunk = await next(); chunk.done !== true; chunk = await next()) {
    const taken = chunk.value.subarray(0, max - size);
    chunks.push(taken);
    size += taken.length;
    if (taken.length < chunk.value.length) {
      stop();
      if (isPage) return E.left({ _tag: 'ResponseTooLarge', limit });
      break;
    }
  }
  // What is decoded whole is decoded many times faster than chunk by chunk.
  return E.tryCatch(
    () => new TextDecoder('utf-8', { fatal: isPage }).decode(joined(chunks, size)),
    () => ({ _tag: 'NotUtf8' }),
  );
};
