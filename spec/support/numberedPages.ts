import { concatMap, defer, of, timer } from 'rxjs';
import type { Transport } from '../../src/transport/Transport';
import { answer, ok } from './scriptedTransport';

export interface NumberedPages {
  readonly pages: number;
  readonly perPage: number;
  /** Milliseconds that an answer takes. */
  readonly latency?: number;
  /** Tokens for this page and those after it have expired. */
  readonly expiredFrom?: number;
}

/** A service without a network: page n has the ids from n * perPage, and its token is its number. */
export const numberedPages =
  ({ pages, perPage, latency = 0, expiredFrom = Infinity }: NumberedPages): Transport =>
  ({ url }) =>
    defer(() => {
      const index = Number(new URL(url, 'http://x').searchParams.get('pageToken') ?? 0);
      if (index >= expiredFrom) return of(answer(400, { errorName: 'InvalidPageToken' }));
      const data = Array.from({ length: perPage }, (_, at) => ({
        properties: { id: index * perPage + at },
      }));
      const page = ok({ data, ...(index + 1 < pages && { nextPageToken: String(index + 1) }) });
      return latency > 0 ? timer(latency).pipe(concatMap(() => of(page))) : of(page);
    });
