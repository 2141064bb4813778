import type { Source } from '../../model/paging/sources';
import { checkKnown } from '../../model/optionChecks';
import { checkSources } from './at';

/** What a source gives where something is there that it cannot read. */
export class Unreadable {
  constructor(readonly problem: string) {}
}

/** What RFC 8288 reads of a header one after the other (appendix B.2): a target, and then its parameters (B.3, B.4). */
const target = /[ \t,]*<([^>]*)>/y;
const parameter =
  /[ \t]*;[ \t]*([^ \t=;,]*)[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)(?:"|\\?$)|([^;,]*)))?/sy;

const found = (
  expression: RegExp,
  text: string,
  at: number,
): readonly [RegExpExecArray, number] | undefined => {
  expression.lastIndex = at;
  const match = expression.exec(text);
  return match ? [match, expression.lastIndex] : undefined;
};

/** A link with an anchor is about something else than this response. */
const leads = (wanted: string, about: ReadonlyMap<string, string>): boolean =>
  !about.has('anchor') &&
  (about.get('rel') ?? '')
    .toLowerCase()
    .split(/[ \t]+/)
    .includes(wanted);

/** The target of the first link of a relation. A header that cannot be read to its end may have it there. */
const targetIn = (field: string, wanted: string): unknown => {
  let at = 0;
  for (let link; (link = found(target, field, at));) {
    const about = new Map<string, string>();
    at = link[1];
    for (let part; (part = found(parameter, field, at)); at = part[1]) {
      const [, name = '', quoted, plain = ''] = part[0];
      // Of several, the first counts.
      if (!about.has(name.toLowerCase()))
        about.set(name.toLowerCase(), quoted?.replace(/\\(.)/gs, '$1') ?? plain);
    }
    if (leads(wanted, about)) return link[0][1];
  }
  return /[^ \t,]/.test(field.slice(at))
    ? new Unreadable('cannot be read to its end: see RFC 8288')
    : undefined;
};

/**
 * The target of a link in the `Link` headers of a response (RFC 8288), by its relation.
 *
 * @example
 * ```ts
 * import { byLink, link } from 'pagewalk/paging';
 *
 * const paging = byLink(link('next'));
 * ```
 *
 * @see byLink
 * @since 0.2.0
 */
export const link = (rel: string): Source => {
  if (typeof rel !== 'string' || rel === '')
    throw new TypeError("link: name the relation, such as link('next')");
  const source: Omit<Source, '~source'> = {
    label: `header link (${rel})`,
    path: ['header:link', rel.toLowerCase()],
    read: ({ headers }) => targetIn(headers.link ?? '', rel.toLowerCase()),
    sibling: link,
  };
  return source as Source;
};

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
  }: {
    readonly rel?: string | undefined;
    readonly href?: string | undefined;
    readonly is?: string | undefined;
  } = {},
): Source => {
  checkKnown('linkIn', others);
  checkSources('linkIn', { links });
  const source: Omit<Source, '~source'> = {
    label: `${links.label} (${is})`,
    path: [...(links.path ?? []), is],
    sibling: (relation) => linkIn(links, { rel, href, is: relation }),
    read: (answer) => {
      const list = links.read(answer);
      if (list === undefined || list === null) return undefined;
      if (!Array.isArray(list)) return new Unreadable('must be a list of links');
      const entries = list.map((entry) => Object(entry) as Readonly<Record<string, unknown>>);
      return entries.find((entry) => isRelated(entry[rel], is) && entry[href] !== undefined)?.[
        href
      ];
    },
  };
  return source as Source;
};
