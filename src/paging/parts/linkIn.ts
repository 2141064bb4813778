import type { Source } from '../../model/endpoints/Paging';
import { checkKnown } from '../../model/optionChecks';
import { Unreadable } from './Unreadable';

const isRelated = (relation: unknown, wanted: string): boolean =>
  Array.isArray(relation) ? relation.includes(wanted) : relation === wanted;

/**
 * A link in a list of links in the body: the `href` of the first whose `rel` is `next`, or a list that holds it. Without such a
 * link a page is the last one.
 *
 * @example
 * ```ts
 * import { at, byLink, linkIn } from 'pagewalk/paging';
 *
 * const ofFeatures = byLink(linkIn(at('links')));
 * const ofPatients = byLink(linkIn(at('link'), { rel: 'relation', href: 'url' }));
 * ```
 *
 * @param options - `rel` and `href` are the names that these fields have in a link, and `is` is the relation to look for.
 * @see link
 * @since 0.2.0
 */
export const linkIn = (
  links: Source,
  {
    rel = 'rel',
    href = 'href',
    is = 'next',
    ...others
  }: { readonly rel?: string | undefined; readonly href?: string | undefined; readonly is?: string | undefined } = {},
): Source => {
  checkKnown('linkIn', others);
  const source: Omit<Source, '~source'> = {
    label: `${links.label} (${is})`,
    read: (answer) => {
      const list = links.read(answer);
      if (list === undefined || list === null) return undefined;
      if (!Array.isArray(list)) return new Unreadable('must be a list of links');
      const entries = list.map((entry) => Object(entry) as Readonly<Record<string, unknown>>);
      return entries.find((entry) => isRelated(entry[rel], is))?.[href];
    },
  };
  return source as Source;
};
