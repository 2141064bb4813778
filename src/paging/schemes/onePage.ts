import { none } from 'fp-ts/Option';
import type { Paging } from '../../model/paging/scheme';
import type { Answer } from '../../model/paging/sources';
import { pagingBy } from '../compile/compile';
import { lastPage } from '../compile/Rule';
import { jsonText } from '../compile/tokenText';

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
export const onePage = (): Paging<never> =>
  pagingBy<never, never>({
    label: 'onePage',
    partIn,
    rule: {
      start: () => none,
      isCursor: () => false,
      sent: () => [],
      next: () => lastPage({ isUnnamed: true }),
    },
    text: { ...jsonText, refusal: 'cannot be given: the endpoint has one page only' },
  });
