import type { Source } from '../../model/endpoints/Paging';

/** One link of a header, and one of its parameters (RFC 8288). No two parts of either can begin at the same character. */
const links = /<([^<>]*)>((?:\s*;\s*[^\s;,="<>]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"<>]*))?)*)/g;
const parameters = /;\s*([^\s;,="<>]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"<>]*)))?/g;

const parametersOf = (text: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of text.matchAll(parameters)) {
    // Of several, the first counts.
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain);
  }
  return found;
};

/** A link with an anchor is about something else than this answer. */
const leads = (wanted: string, about: ReadonlyMap<string, string>): boolean =>
  !about.has('anchor') && (about.get('rel') ?? '').toLowerCase().split(/\s+/).includes(wanted);

/**
 * The target of a link in the answer's `Link` headers (RFC 8288), by what it relates to: `link('next')`.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byLink, link } from 'pagewalk/paging';
 *
 * const issues = endpoint({
 *   name: 'issues',
 *   method: 'GET',
 *   path: '/repos/{owner}/{repo}/issues',
 *   items: at(),
 *   paging: byLink(link('next')),
 * });
 * ```
 *
 * @see byLink
 * @since 0.2.0
 */
export const link = (rel: string): Source => {
  if (typeof rel !== 'string' || rel === '') throw new TypeError("link: name the relation, such as link('next')");
  const source: Omit<Source, '~source'> = {
    label: `header link (${rel})`,
    read: ({ headers }) => {
      for (const [, target, about = ''] of (headers.link ?? '').matchAll(links)) {
        if (leads(rel.toLowerCase(), parametersOf(about))) return target;
      }
      return undefined;
    },
  };
  return source as Source;
};
