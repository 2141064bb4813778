import { isNone } from 'fp-ts/Option';
import type { Scheme } from '../../model/endpoints/Paging';

/**
 * Asks for pages before it is their turn, where a scheme can name them without the answer before (law 34). A guess is a
 * request, byte for byte: a page that shows that it was wrong leads to another request, and drops what was sent.
 */
export const sendAhead =
  (follow: NonNullable<Scheme['follow']>): NonNullable<Scheme['ahead']> =>
  ({ depth, requestFor, send }) => {
    const sent = new Map<string, NonNullable<ReturnType<typeof send>>>();
    let first: number | undefined;
    /** The length of the pages, as far as they all have the same. */
    let length: number | undefined;

    return {
      take: (request) => {
        const key = JSON.stringify(request);
        const found = sent.get(key);
        if (found) {
          sent.delete(key);
          return found.answer;
        }
        for (const wrong of sent.values()) wrong.drop();
        sent.clear();
        return undefined;
      },
      sendAfter: (pageToken, page) => {
        let token = pageToken;
        for (let ahead = 1; ahead < depth; ahead += 1) {
          token = follow(token, length);
          if (isNone(token)) return;
          const request = requestFor(token);
          const key = JSON.stringify(request);
          const begun = sent.has(key) ? undefined : send(request, page + ahead);
          if (begun) sent.set(key, begun);
        }
      },
      came: (items) => {
        first ??= items;
        length = items === first ? items : undefined;
      },
    };
  };
