import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../textFiles';

type Pages = Readonly<Record<string, string>>;

const fence = /^( *)(`{3,}).*\n(?:.*\n)*?\1\2[ \t]*$/gm;
const comment = /<!--[^]*?-->/g;
const inlineCode = /(`+)(?!`)[^]*?[^`]\1(?!`)/g;

/** A page without its code and comments; a line stays a line. */
const prose = (text: string): string =>
  [fence, comment].reduce(
    (rest, pattern) => rest.replace(pattern, (cut) => cut.replace(/[^\n]/g, '')),
    text,
  );

/** The targets of the links and pictures of a page, by the number of their line. */
export const linksIn = (
  text: string,
): ReadonlyArray<{ readonly line: number; readonly target: string }> =>
  prose(text)
    .replace(inlineCode, (code) => code.replace(/[^\n]/g, '·'))
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\]\(\s*<?([^)\s>]+)/g), ...line.matchAll(/\b(?:href|src)="([^"]+)"/g)].map(
        ([, target = '']) => ({ line: index + 1, target }),
      ),
    );

/** What a browser finds the headings of a page by, made as GitHub makes it. */
export const anchorsIn = (text: string): ReadonlyArray<string> => {
  const used = new Map<string, number>();
  return [...prose(text).matchAll(/^#{1,6} +(.*?) *#*$/gm)].map(([, heading = '']) => {
    const slug = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const before = used.get(slug) ?? 0;
    used.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
};

const isElsewhere = (target: string): boolean => /^[a-z][a-z+.-]*:/i.test(target);

/** Where a link of a page leads: a path from the root, and the anchor there. */
export const targetOf = (
  origin: string,
  target: string,
): { readonly path: string; readonly anchor: string } => {
  const [path = '', anchor = ''] = target.split('#');
  return {
    path: path === '' ? origin : posix.join(posix.dirname(origin), decodeURIComponent(path)),
    anchor,
  };
};

/** The links of a page that lead nowhere: to a file that is not there, or to a heading that its page does not have. */
export const deadLinks = (pages: Pages, origin: string): ReadonlyArray<string> =>
  linksIn(pages[origin] ?? '')
    .filter(({ target }) => !isElsewhere(target))
    .flatMap(({ line, target }) => {
      const { path, anchor } = targetOf(origin, target);
      const page = pages[path];
      if (page === undefined && !existsSync(join(root, path)))
        return [`${origin}:${line}: there is no ${path}`];
      if (anchor === '' || (page !== undefined && anchorsIn(page).includes(anchor))) return [];
      return [`${origin}:${line}: ${path} has no heading #${anchor}`];
    });
