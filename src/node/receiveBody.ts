import * as E from 'fp-ts/Either';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { HttpResponse } from '../model/http';
import { networkFailure } from '../transport/networkFailure';
import { takeBody } from '../transport/takeBody';
import type { Exchange } from '../transport/Transport';

/** A response whose body is still to come. */
export type ResponseHead = Omit<HttpResponse, 'body'>;

/** Where the chunks of a body come from. */
export interface BodySource {
  readonly pause: () => unknown;
  readonly resume: () => unknown;
  /** Ends a transfer of which no more is wanted. */
  readonly stop: () => unknown;
}

/** Takes a body as it arrives. */
export interface BodyReceiver {
  readonly push: (chunk: Uint8Array) => void;
  readonly end: () => void;
  /** Lets go of what has come so far. */
  readonly leave: () => void;
}

/** What to ask a service for. `deflate` is the name of two formats: it is understood, but not requested. */
export const acceptedCodings = 'gzip, br';

/**
 * A stream that undoes the coding of a body which begins with these bytes, and fails where they break off; none where there
 * is nothing to undo, or nothing that is known.
 */
const decoderFor = (coding: string, first: Uint8Array): Transform | undefined => {
  switch (coding.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      // With the header of zlib, as the standard says, or without, as some servers send it.
      return (first[0] ?? 0) % 16 === 8 ? createInflate() : createInflateRaw();
    default:
      return undefined;
  }
};

/** Emits a response once its body is whole. A compressed one is decompressed on the way, and measured after that. */
export const receiveBody = (
  head: ResponseHead,
  limit: number,
  source: BodySource,
  emit: (result: Exchange) => void,
): BodyReceiver => {
  const take = takeBody(head.status, limit);
  const coding = head.headers['content-encoding'];
  let decoder: Transform | undefined;
  let isBegun = false;

  const accept = (chunk?: Uint8Array): void => {
    const text = take(chunk);
    if (text === undefined) return;
    emit(E.isLeft(text) ? text : E.right({ ...head, body: text.right }));
    if (chunk === undefined) return;
    decoder?.destroy();
    source.stop();
  };

  const begin = (first: Uint8Array): void => {
    isBegun = true;
    decoder = coding === undefined ? undefined : decoderFor(coding, first);
    decoder
      ?.on('data', accept)
      .on('end', accept)
      .on('drain', source.resume)
      .on('error', (error) => {
        emit(networkFailure(error));
        source.stop();
      });
  };

  return {
    push: (chunk) => {
      if (!isBegun) begin(chunk);
      if (decoder === undefined) accept(chunk);
      else if (!decoder.write(chunk)) source.pause();
    },
    end: () => {
      if (decoder === undefined) accept();
      else decoder.end();
    },
    leave: () => decoder?.destroy(),
  };
};
