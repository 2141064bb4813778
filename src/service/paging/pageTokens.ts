import * as O from 'fp-ts/Option';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PageToken } from '../../model/PageToken';

/** Where a walk stands. */
export interface Position {
  /** Objects that it has been handed. */
  readonly offset: number;
  /** The snapshot that it pages through; none for the latest data. */
  readonly snapshot: O.Option<string>;
}

/** The page tokens of one service: opaque, signed, and bound to the request that they came from (seed 2.1 rule 5). */
export interface PageTokens {
  /** A new token for a position in the answer to a request; no two are the same. */
  issue(request: string, position: Position): PageToken;
  /** The position of a token, and its age in ms; none for a token that this service did not issue for this request. */
  read(request: string, pageToken: string): O.Option<Position & { readonly age: number }>;
}

type Payload = readonly [serial: number, issued: number, offset: number, snapshot: string | null];

const macBytes = 32;

export const createPageTokens = (key: Buffer): PageTokens => {
  let serial = 0;

  // JSON holds no control characters, so the request and the payload cannot run into each other.
  const mac = (request: string, payload: Buffer): Buffer =>
    createHmac('sha256', key).update(request).update('\0').update(payload).digest();

  return {
    issue: (request, { offset, snapshot }) => {
      serial += 1;
      const content: Payload = [serial, Date.now(), offset, O.toNullable(snapshot)];
      const payload = Buffer.from(JSON.stringify(content));
      return Buffer.concat([mac(request, payload), payload]).toString('base64url') as PageToken;
    },
    read: (request, pageToken) => {
      const bytes = Buffer.from(pageToken, 'base64url');
      // Decoding forgives strange characters and stray bits at the end; a token is passed back unchanged or not at all.
      if (bytes.length <= macBytes || bytes.toString('base64url') !== pageToken) return O.none;
      const payload = bytes.subarray(macBytes);
      if (!timingSafeEqual(bytes.subarray(0, macBytes), mac(request, payload))) return O.none;
      const [, issued, offset, snapshot] = JSON.parse(payload.toString()) as Payload;
      return O.some({ offset, snapshot: O.fromNullable(snapshot), age: Date.now() - issued });
    },
  };
};
