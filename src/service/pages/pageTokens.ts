import * as O from 'fp-ts/Option';
import type { PageToken } from '../../model/PageToken';
import { areSame, digestLength, keyedDigest } from '../secrets/keyedDigest';
import { rememberLast } from '../store/remember';

export interface Position {
  /** The objects that the walk was given before. */
  readonly offset: number;
  /** The snapshot that it pages through; none for the latest data. */
  readonly snapshot: O.Option<number>;
}

export type PageTokens = ReturnType<typeof createPageTokens>;

/** The page tokens of one service: opaque, signed, and bound to the request that they came from. */
export const createPageTokens = (key: string) => {
  let serial = 0;
  // The token that was issued last is the one that a walk brings next.
  const sign = rememberLast(keyedDigest(key));

  // A request is JSON, which holds no control characters: it and the payload cannot run into each other.
  const mac = (request: string, payload: string): string => sign(`${request}\0${payload}`);

  return {
    /** A new token for a position in the answer to a request; no two are the same. */
    issue: (request: string, { offset, snapshot }: Position, now: number): PageToken => {
      serial += 1;
      const payload = `${serial}-${Math.floor(now)}-${offset}-${O.isSome(snapshot) ? snapshot.value : 0}`;
      return `${mac(request, payload)}${payload}` as PageToken;
    },
    /** The position of a token, and its age in ms; none for a token that this service did not issue for this request. */
    read: (request: string, pageToken: string, now: number): O.Option<Position & { readonly age: number }> => {
      const payload = pageToken.slice(digestLength);
      if (payload === '' || !areSame(mac(request, payload), pageToken.slice(0, digestLength))) return O.none;
      const [, issued = 0, offset = 0, snapshot = 0] = payload.split('-').map(Number);
      return O.some({ offset, snapshot: snapshot === 0 ? O.none : O.some(snapshot), age: now - issued });
    },
  };
};
