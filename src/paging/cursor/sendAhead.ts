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
      take: (pageToken, page) => {
        const wanted = JSON.stringify(requestFor(pageToken));
        if (!sent.has(wanted)) {
          for (const wrong of sent.values()) wrong.drop();
          sent.clear();
        }
        let token = pageToken;
        for (let ahead = 0; ahead < depth(); ahead += 1) {
          const request = requestFor(token);
          const key = JSON.stringify(request);
          const begun = sent.has(key) ? undefined : send(request, page + ahead);
          if (begun) sent.set(key, begun);
          token = follow(token, length);
          if (isNone(token)) break;
        }
        const taken = sent.get(wanted);
        sent.delete(wanted);
        return taken?.answer;
      },
      came: (items) => {
        first ??= items;
        length = items === first ? items : undefined;
      },
    };
  };
