// npm packs the pages that are in this folder. `prepack` makes them those of the package, and `postpack` puts back those of the
// repository. What stands between <!-- repository --> and <!-- /repository -->, each on a line of its own, is left out, as are
// pictures, which are not packed. A link to CONTRIBUTING.md or docs/maintainers, which are not packed either, leads to the
// repository, or says where the page is while package.json has no address of it.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import process from 'node:process';

const { dirname, join } = posix;
const kept = '.cache/pages';
const left = /^(docs\/maintainers\/|CONTRIBUTING\.md)/;

const blocks = /^<!-- repository -->\n[^]*?^<!-- \/repository -->\n\n?/gm;
const links = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** The page of the package that has this path and text. */
export const ofPackage = (path, text, repository) =>
  text.replace(blocks, '').replace(links, (link, words, target) => {
    const to = join(dirname(path), target);
    if (!left.test(to)) return link;
    if (repository !== undefined) return `[${words}](${repository}/blob/main/${to})`;
    const there = `\`${to.replace(/#.*/, '')}\` of the repository`;
    return to.startsWith(words) ? there : `${words} (${there})`;
  });

/** The address of the repository, as package.json has it. */
const addressOf = ({ repository }) =>
  (repository?.url ?? repository)?.replace(/^git\+/, '').replace(/\.git$/, '');

const pages = async () => {
  const found = await readdir('.');
  const docs = found.includes('docs') ? await readdir('docs', { recursive: true }) : [];
  return [...found, ...docs.map((name) => join('docs', name.replaceAll('\\', '/')))].filter(
    (path) => path.endsWith('.md') && !left.test(path),
  );
};

const steps = {
  pack: async () => {
    const repository = addressOf(JSON.parse(await readFile('package.json', 'utf8')));
    for (const path of await pages()) {
      const text = await readFile(path, 'utf8');
      const changed = ofPackage(path, text, repository);
      if (changed === text) continue;
      await mkdir(dirname(join(kept, path)), { recursive: true });
      await writeFile(join(kept, path), text);
      await writeFile(path, changed);
    }
  },
  restore: async () => {
    await cp(kept, '.', { recursive: true });
    await rm(kept, { recursive: true });
  },
};

if (process.argv[1] === import.meta.filename) await steps[process.argv[2]]();
