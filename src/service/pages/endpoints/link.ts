import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { json } from '../../answers/ServiceError';
import type { OutgoingPage } from '../../faults/Misbehaviour';
import { schemeEndpoint } from './schemeEndpoint';

/** The same request with another cursor. */
const addressOf = ({ address: { base, path, query } }: OutgoingPage, cursor: string): string => {
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  return `${base}${path}?${next.toString()}`;
};

const targetOf = (page: OutgoingPage): string | undefined =>
  E.isLeft(page.next) ? '' : O.isSome(page.next.right) ? addressOf(page, page.next.right.value) : undefined;

/** The next page is a link in a header (RFC 8288), and the body is the array of items alone. */
export const link = schemeEndpoint({
  name: 'link',
  tokenIn: 'cursor',
  write: (page) => {
    const target = targetOf(page);
    return json(200, page.data, {
      ...(target !== undefined && { link: `<${target}>; rel="next"` }),
      ...('totalCount' in page.fields && { 'x-total-count': String(page.total) }),
    });
  },
});
