import { none } from 'fp-ts/Option';
import { checkKnown } from '../../model/optionChecks';
import type { Paging } from '../../model/paging/scheme';
import type { Source } from '../../model/paging/sources';
import { isWellFormed } from '../../model/text';
import { pagingBy } from '../compile/compile';
import { elsewhere } from '../compile/elsewhere';
import { breaks, goesOn, lastPage } from '../compile/Rule';
import { isAbsent, wrong } from '../compile/signals';
import { addressText } from '../compile/tokenText';
import { addressSlot, belowBase, isAddress } from '../slots/address';
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
  const doubt = elsewhere([from]);
  return pagingBy<string, never>({
    label: `byLink ${from.label}`,
    anyOrigin,
    sources: [from],
    rule: {
      start: () => none,
      isCursor: (address) => isAddress(String(address)),
      sent: (address) => [[addressSlot, address]],
      next: ({ answer }) => {
        const target = from.read(answer);
        if (isAbsent(target))
          return lastPage({ doubt, ...(target === undefined && { unseen: [from.label] }) });
        if (typeof target !== 'string') return wrong(from, 'a string', target);
        if (!isWellFormed(target)) return breaks('UnsendableToken');
        const address = belowBase(target, answer, anyOrigin);
        return address === undefined ? breaks('ForeignLink') : goesOn(address);
      },
    },
    text: addressText,
  });
};
