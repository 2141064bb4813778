import * as O from 'fp-ts/Option';
import type { PageToken } from '../../model/PageToken';
import { areSame, bytesOf, fromBase64url, toBase64url } from '../secrets/bytes';
import { hmacSha256 } from '../secrets/sha256';

/** Where a walk stands. */
export interface Position {
  /** Objects that it has been handed. */
  readonly offset: number;
  /** The snapshot that it pages through; none for the latest data. */
  readonly snapshot: O.Option<number>;
}

/** The page tokens of one service: opaque, signed, and bound to the request that they came from (seed 2.1 rule 5). */
export interface PageTokens {
  /** A new token for a position in the answer to a request; no two are the same. */
  issue(request: string, position: Position, now: number): PageToken;
  /** The position of a token, and its age in ms; none for a token that this service did not issue for this request. */
  read(request: string, pageToken: string, now: number): O.Option<Position & { readonly age: number }>;
}

type Payload = readonly [serial: number, issued: number, offset: number, snapshot: number | null];

const macBytes = 32;

export const createPageTokens = (key: Uint8Array): PageTokens => {
  let serial = 0;
  const sign = hmacSha256(key);

  // JSON holds no control characters, so the request and the payload cannot run into each other.
  const mac = (request: string, payload: string): Uint8Array => sign(bytesOf(`${request}\0${payload}`));

  return {
    issue: (request, { offset, snapshot }, now) => {
      serial += 1;
      const content: Payload = [serial, Math.floor(now), offset, O.toNullable(snapshot)];
      const payload = JSON.stringify(content);
      return toBase64url(Uint8Array.of(...mac(request, payload), ...bytesOf(payload))) as PageToken;
    },
    read: (request, pageToken, now) => {
      // A token is passed back unchanged or not at all.
      const bytes = fromBase64url(pageToken);
      if (bytes === undefined || bytes.length <= macBytes) return O.none;
      const payload = new TextDecoder().decode(bytes.subarray(macBytes));
      if (!areSame(bytes.subarray(0, macBytes), mac(request, payload))) return O.none;
      const [, issued, offset, snapshot] = JSON.parse(payload) as Payload;
      return O.some({ offset, snapshot: O.fromNullable(snapshot), age: now - issued });
    },
  };
};
