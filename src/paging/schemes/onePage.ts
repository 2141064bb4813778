import type { Answer } from '../../model/paging/sources';
import type { Paging } from '../../model/paging/scheme';
import { elsewhere } from '../compile/elsewhere';
import { lastPage, pagingOf } from '../compile/pagingOf';

/** The range of a response that is only a part of what there is: `items 0-1/10`. One without a total says nothing. */
const partIn = ({ headers }: Answer): string | undefined => {
  const [range, first, last, total] =
    /(\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? [];
  return Number(last) - Number(first) + 1 < Number(total)
    ? `header:content-range (${range})`
    : undefined;
};

/**
 * The paging of an endpoint that responds with everything at once: its first page is the last one. It takes no `pageToken`.
 * If the response says that there is more, the walk ends with `MoreElsewhere`, unless the endpoint says `checkEnd: false`.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, onePage } from 'pagewalk/paging';
 *
 * const labels = endpoint({ name: 'labels', method: 'GET', path: '/labels', items: at(), paging: onePage() });
 * ```
 *
 * @since 1.0.0
 */
export const onePage = (): Paging<never> => {
  const doubt = elsewhere([], partIn);
  return pagingOf({
    label: 'onePage',
    next: () => lastPage({ doubt }),
    write: () => undefined,
    problemOf: () => 'cannot be given: the endpoint has one page only',
  });
};
