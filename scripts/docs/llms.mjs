// The pages for users as plain text, for programs that read: llms.txt lists them, llms-full.txt holds them.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { groupOf, mapped, root } from './pages.mjs';

/** A link of a page, as it leads from the root of the site to the page that was made of the same file. */
const fromRoot = (path, link) => {
  const [file, anchor] = link.split('#');
  const target = file === '' ? path : posix.join(posix.dirname(path), file);
  return [
    groupOf.has(target) ? target.replace(/\.md$/, '.html') : target,
    ...(anchor ? [anchor] : []),
  ].join('#');
};

const withLinksFromRoot = (path, text) =>
  text.replaceAll(/\]\((?!\w+:)([^)\s]+)\)/g, (_, link) => `](${fromRoot(path, link)})`);

const [, summary] = /^# Pagewalk\s+(.+)$/m.exec(
  readFileSync(join(import.meta.dirname, 'home.md'), 'utf8'),
);
const head = `# Pagewalk\n\n> ${summary}\n`;

const ofUsers = mapped.filter(({ group }) => group !== 'For maintainers');

const listOf = (title) =>
  ofUsers
    .filter(({ group }) => group === title)
    .map(({ line }) => `${withLinksFromRoot('docs/README.md', line)}\n`)
    .join('');

const groups = [...new Set(ofUsers.map(({ group }) => group))];

/** Both files by their names. */
export const llmsFiles = () => ({
  'llms.txt': [head, ...groups.map((title) => `## ${title}\n\n${listOf(title)}`)].join('\n'),
  'llms-full.txt': [
    head,
    ...ofUsers.map(({ path }) => withLinksFromRoot(path, readFileSync(join(root, path), 'utf8'))),
  ].join('\n'),
});
