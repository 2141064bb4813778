import type { PageToken } from '../../model/PageToken';
import { areSame, digestLength, keyedDigest } from '../secrets/keyedDigest';

export interface TokenPosition {
  readonly offset: number;
  /** The snapshot that it pages through; undefined for the latest data. */
  readonly snapshot?: number | undefined;
}

export type PageTokens = ReturnType<typeof createPageTokens>;

/** The page tokens of one service: opaque, signed, and bound to the request that they came from. */
export const createPageTokens = (key: string) => {
  let serial = 0;
  const sign = keyedDigest(key);

  // A request is JSON, which holds no control characters: it and the payload cannot run into each other.
  const macOf = (request: string, payload: string): string => sign(`${request}\0${payload}`);

  return {
    /** A new token for a position in the response to a request; no two are the same. */
    issue: (request: string, { offset, snapshot = 0 }: TokenPosition, now: number): PageToken => {
      serial += 1;
      const payload = `${serial}-${Math.floor(now)}-${offset}-${snapshot}`;
      return `${macOf(request, payload)}${payload}` as PageToken;
    },
    /** The position of a token, and its age in ms; undefined for one that this service did not issue for this request. */
    read: (
      request: string,
      pageToken: string,
      now: number,
    ): (TokenPosition & { readonly age: number }) | undefined => {
      const payload = pageToken.slice(digestLength);
      if (payload === '' || !areSame(macOf(request, payload), pageToken.slice(0, digestLength)))
        return undefined;
      const [, issued = 0, offset = 0, snapshot] = payload.split('-').map(Number);
      return { offset, snapshot: snapshot === 0 ? undefined : snapshot, age: now - issued };
    },
  };
};
