import type { Source } from '../../model/endpoints/Paging';
import { Unreadable } from './Unreadable';

/** What RFC 8288 reads of a header one after the other (appendix B.2): a target, and then its parameters (B.3, B.4). */
const target = /[ \t,]*<([^>]*)>/y;
const parameter = /[ \t]*;[ \t]*([^ \t=;,]*)[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)(?:"|\\?$)|([^;,]*)))?/sy;

/** What an expression finds at an index, and the index behind it. */
const found = (expression: RegExp, text: string, at: number): readonly [RegExpExecArray, number] | undefined => {
  expression.lastIndex = at;
  const match = expression.exec(text);
  return match ? [match, expression.lastIndex] : undefined;
};

/** A link with an anchor is about something else than this answer. */
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
      if (!about.has(name.toLowerCase())) about.set(name.toLowerCase(), quoted?.replace(/\\(.)/gs, '$1') ?? plain);
    }
    if (leads(wanted, about)) return link[0][1];
  }
  return /[^ \t,]/.test(field.slice(at)) ? new Unreadable('cannot be read to its end: see RFC 8288') : undefined;
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
  if (typeof rel !== 'string' || rel === '') throw new TypeError("link: name the relation, such as link('next')");
  const source: Omit<Source, '~source'> = {
    label: `header link (${rel})`,
    read: ({ headers }) => targetIn(headers.link ?? '', rel.toLowerCase()),
  };
  return source as Source;
};
