import { isSome } from 'fp-ts/Option';
import type { Paging } from '../../model/paging/scheme';
import type { Source } from '../../model/paging/sources';
import { checkKnown } from '../../model/optionChecks';
import type { PageToken } from '../../model/PageToken';
import { isWellFormed } from '../../model/text';
import { elsewhere } from '../compile/elsewhere';
import { breaks, goesOn, lastPage, pagingOf } from '../compile/pagingOf';
import { isAbsent, wrong } from '../compile/signals';
import { belowBase, isAddress, secretsInLink } from '../slots/address';
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
  return pagingOf({
    label: `byLink ${from.label}`,
    anyOrigin,
    sources: [from],
    next: (answer) => {
      const target = from.read(answer);
      if (isAbsent(target))
        return lastPage({ doubt, ...(target === undefined && { unseen: [from.label] }) });
      if (typeof target !== 'string') return wrong(from, 'a string', target);
      if (!isWellFormed(target)) return breaks('UnsendableToken');
      const address = belowBase(target, answer, anyOrigin);
      return address === undefined ? breaks('ForeignLink') : goesOn(address as PageToken);
    },
    write: (draft, pageToken) => {
      if (!isSome(pageToken)) return;
      draft.path = pageToken.value;
      draft.query.clear();
    },
    problemOf: (pageToken) =>
      isAddress(pageToken) ? undefined : 'is not an address below the base address',
    secretsOf: secretsInLink,
  });
};
