import { type Option, isNone } from 'fp-ts/Option';
import { AsyncSubject, type Observable, type Subscription } from 'rxjs';
import type { HttpRequest } from '../model/http';
import type { PageToken } from '../model/PageToken';

/** What it takes to ask for pages before it is their turn. */
interface SendingAhead<S> {
  /** How many requests may be in flight together. */
  readonly depth: number;
  /** The token of the page that follows, as far as it is known beforehand. */
  readonly follow: (pageToken: Option<PageToken>) => Option<PageToken>;
  readonly requestFor: (pageToken: Option<PageToken>) => HttpRequest;
  readonly send: (request: HttpRequest, page: number) => Observable<S>;
  /** Ends with the walk, and aborts with it what nobody has taken. */
  readonly walk: Subscription;
}

/** Requests that were sent before it was their turn. */
export interface SentAhead<S> {
  /** What came of a request that was sent already; undefined where it was not: then the guess was wrong, and all others too. */
  readonly take: (request: HttpRequest) => Observable<S> | undefined;
  /** Sends the requests for the pages that follow a page. */
  readonly sendAfter: (pageToken: Option<PageToken>, page: number) => void;
}

/**
 * Asks for pages before it is their turn, where a scheme can name them without the answer before (law 34). A guess is a
 * request, byte for byte: a page that shows that it was wrong leads to another request, and drops what was sent.
 */
export const sendAhead = <S>({ depth, follow, requestFor, send, walk }: SendingAhead<S>): SentAhead<S> => {
  const sent = new Map<string, { readonly answer: Observable<S>; readonly request: Subscription }>();

  return {
    take: (request) => {
      const key = JSON.stringify(request);
      const found = sent.get(key);
      if (found) {
        sent.delete(key);
        return found.answer;
      }
      for (const wrong of sent.values()) wrong.request.unsubscribe();
      sent.clear();
      return undefined;
    },
    sendAfter: (pageToken, page) => {
      let token = pageToken;
      for (let ahead = 1; ahead < depth && !walk.closed; ahead += 1) {
        token = follow(token);
        if (isNone(token)) return;
        const request = requestFor(token);
        const key = JSON.stringify(request);
        if (sent.has(key)) continue;
        const answer = new AsyncSubject<S>();
        const subscription = send(request, page + ahead).subscribe(answer);
        walk.add(subscription);
        sent.set(key, { answer, request: subscription });
      }
    },
  };
};
