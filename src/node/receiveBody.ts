import * as E from 'fp-ts/Either';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { HttpResponse } from '../model/http';
import { networkFailure } from '../transport/networkFailure';
import { takeBody } from '../transport/takeBody';
import type { Exchange } from '../transport/Transport';

/** What to ask a service for. `deflate` is the name of two formats: it is understood, but not requested. */
export const acceptedCodings = 'gzip, br';

/** Streams that undo the coding of a body which begins with these bytes, and fail where they break off. */
const decoders = new Map<string, (first: Uint8Array) => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  // With the header of zlib, as the standard says, or without, as some servers send it.
  ['deflate', (first) => ((first[0] ?? 0) % 16 === 8 ? createInflate() : createInflateRaw())],
]);

/** Emits a response once its body is whole and decompressed. `stop` ends a transfer of which no more is wanted. */
export const receiveBody = (
  head: Omit<HttpResponse, 'body'>,
  limit: number,
  source: { pause(): unknown; resume(): unknown },
  stop: () => unknown,
  emit: (result: Exchange) => void,
) => {
  const take = takeBody(head.status, limit);
  const decoderFor = decoders.get(head.headers['content-encoding']?.toLowerCase() ?? '');
  let decoder: Transform | undefined;
  let isBegun = false;

  const accept = (chunk?: Uint8Array): void => {
    const text = take(chunk);
    if (text === undefined) return;
    emit(E.isLeft(text) ? text : E.right({ ...head, body: text.right }));
    if (chunk === undefined) return;
    decoder?.destroy();
    stop();
  };

  const begin = (first: Uint8Array): void => {
    isBegun = true;
    decoder = decoderFor?.(first);
    decoder
      ?.on('data', accept)
      .on('end', accept)
      .on('drain', () => source.resume())
      .on('error', (error) => {
        emit(networkFailure(error));
        stop();
      });
  };

  return {
    push: (chunk: Uint8Array): void => {
      if (!isBegun) begin(chunk);
      if (decoder === undefined) accept(chunk);
      else if (!decoder.write(chunk)) source.pause();
    },
    end: (): void => {
      if (decoder === undefined) accept();
      else decoder.end();
    },
    /** Lets go of what has come so far. */
    leave: () => decoder?.destroy(),
  };
};
