import { none } from 'fp-ts/Option';
import { checkKnown } from '../../model/optionChecks';
import type { Paging } from '../../model/paging/scheme';
import type { Source } from '../../model/paging/sources';
import { byAddress } from '../compile/byAddress';
import { pagingBy } from '../compile/compile';
import { addressText } from '../compile/tokenText';
import { checkSources } from '../slots/at';

/**
 * Pages that link to the next one. The link is its address, and the rest of the request is repeated. A response without a
 * link is the last page.
 *
 * A link must stay below the base address of the transport, so that no credential goes elsewhere. With `anyOrigin`, the path
 * and the query of any link are requested at the base address: for services that do not know their own address.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byLink, link } from 'pagewalk/paging';
 *
 * const path = '/repos/{owner}/{repo}/issues';
 * const issues = endpoint({ name: 'issues', method: 'GET', path, items: at(), paging: byLink(link('next')) });
 * ```
 *
 * @see link
 * @since 0.2.0
 */
export const byLink = (
  from: Source,
  { anyOrigin = false, ...others }: { readonly anyOrigin?: boolean | undefined } = {},
): Paging<never> => {
  checkKnown('byLink', others);
  checkSources('byLink', { from });
  if (typeof anyOrigin !== 'boolean')
    throw new TypeError('byLink: anyOrigin must be true or false');
  const { find, ...naming } = byAddress(from, anyOrigin);
  return pagingBy<string, never>({
    label: `byLink ${from.label}`,
    anyOrigin,
    sources: [from],
    rule: { ...naming, start: () => none, next: ({ answer }) => find(answer) },
    text: addressText,
  });
};
