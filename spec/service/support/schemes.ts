import {
  at,
  byCursor,
  byLastItem,
  byLink,
  byOffset,
  byPageNumber,
  link,
  query,
} from '../../../src/paging/index';

/** How each scheme of the service is described to the library, as the docs have it. */
export const schemes = {
  link: { items: at(), paging: byLink(link('next')) },
  offset: { items: at('items'), paging: byOffset({ to: query('offset'), total: at('total') }) },
  page: { items: at('items'), paging: byPageNumber({ to: query('page'), last: at('last') }) },
  cursor: {
    items: at('items'),
    paging: byCursor({ from: at('next_cursor'), to: query('cursor'), more: at('has_more') }),
  },
  lastItem: {
    items: at('data'),
    paging: byLastItem({ from: at('id'), to: query('starting_after'), more: at('has_more') }),
  },
} as const;
