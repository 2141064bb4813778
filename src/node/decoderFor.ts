import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** What to ask a service for. `deflate` is the name of two formats: it is understood, but not requested. */
export const acceptedCodings = 'gzip, br';

/**
 * A stream that undoes the coding of a body which begins with these bytes, and fails where they break off; none where there
 * is nothing to undo, or nothing that is known.
 */
export const decoderFor = (coding: string, first: Uint8Array): Transform | undefined => {
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
