import { isNone } from 'fp-ts/Option';
import type { Ahead, Sending } from '../../model/paging/ahead';
import type { Numbering } from '../../model/paging/scheme';
import type { HttpRequest } from '../../model/http';

/**
 * Asks for pages before it is their turn, where a scheme can name them without the response before (law 34). A guess is a
 * request, byte for byte: a page that shows that it was wrong leads to another request, and drops what was sent.
 */
export const sendAhead =
  (follow: Numbering['follow']): Numbering['ahead'] =>
  <A>({ depth, room, requestFor, send }: Sending<A>): Ahead<A> => {
    const sent = new Map<
      string,
      { readonly answer: A; readonly drop: () => void; readonly leave: () => void }
    >();
    /** The bytes of the pages that have come and wait for their turn. */
    let waiting = 0;
    let first: number | undefined;
    /** The length of the pages, as far as they all have the same. */
    let length: number | undefined;

    const begin = (request: HttpRequest, page: number, key: string): void => {
      let size = 0;
      let isItsTurn = false;
      const sending = send(request, page, (bytes) => {
        if (isItsTurn) return true;
        size = waiting + bytes > room ? 0 : bytes;
        waiting += size;
        return size === bytes;
      });
      const leave = (): void => {
        isItsTurn = true;
        waiting -= size;
      };
      if (sending) sent.set(key, { ...sending, leave });
    };

    const drop = (): void => {
      for (const wrong of [...sent.values()].reverse()) {
        wrong.drop();
        wrong.leave();
      }
      sent.clear();
    };

    return {
      drop,
      take: (pageToken, page) => {
        const wanted = JSON.stringify(requestFor(pageToken));
        if (!sent.has(wanted)) drop();
        let token = pageToken;
        for (let ahead = 0; ahead < depth(); ahead += 1) {
          const request = requestFor(token);
          const key = JSON.stringify(request);
          if (!sent.has(key)) begin(request, page + ahead, key);
          token = follow(token, length);
          if (isNone(token)) break;
        }
        const taken = sent.get(wanted);
        sent.delete(wanted);
        taken?.leave();
        return taken?.answer;
      },
      came: (items) => {
        first ??= items;
        length = items === first ? items : undefined;
      },
    };
  };
