import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { OutgoingPage } from '../../faults/Misbehaviour';
import { hasMore, itemsPage, schemeEndpoint } from './schemeEndpoint';

const cursorOf = ({ next }: OutgoingPage): string | null =>
  E.isLeft(next) ? (next.left === 'NullToken' ? null : '') : O.toNullable(next.right);

/** The next page has a cursor, and a field says whether there is one. */
export const cursor = schemeEndpoint({
  name: 'cursor',
  tokenIn: 'cursor',
  write: (page) => itemsPage(page, { next_cursor: cursorOf(page), has_more: hasMore(page) }),
});
