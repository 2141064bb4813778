import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root, textFiles } from './textFiles';

/** What is larger, or smaller, than others of its kind, and why that is right. An entry says that somebody looked; it is not a fault. */
const looked: Readonly<Record<string, string>> = {
  'src/walk/durable/durable.ts': 'longer only since lines have 100 characters at most',
};

const filesIn = (folder: string): ReadonlyMap<string, number> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (counts, { parentPath }) => counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1),
      new Map<string, number>(),
    );

const linesOf = (text: string): number => text.trimEnd().split('\n').length;

/** These rules make somebody look. They do not force a split: what belongs together stays together, and `looked` says why. */
describe('the tree', () => {
  const sources = textFiles('src', '.ts');

  it('has no folder of more than 25 files that nobody looked at', () => {
    const folders = [...filesIn('src'), ...filesIn('spec')].map(
      ([path, count]) => [posix.relative(root, path), count] as const,
    );
    expect(folders.filter(([path, count]) => count > 25 && !(path in looked))).to.deep.equal([]);
  });

  it('has no source of more than 500 lines that nobody looked at', () => {
    const long = Object.entries(sources).filter(
      ([path, text]) => linesOf(text) > 500 && !(path in looked),
    );
    expect(long.map(([path]) => path)).to.deep.equal([]);
  });

  it('has no source below 15 lines that one file alone uses, but for browsers: it belongs there', () => {
    const importers = (path: string): number =>
      Object.entries(sources).filter(([other, text]) =>
        [...text.matchAll(/from '(\.[^']+)'|import\('(\.[^']+)'\)/g)].some(
          ([, from, imported]) =>
            `${posix.join(posix.dirname(other), from ?? imported ?? '').replace(/\.js$/, '')}.ts` ===
            path,
        ),
      ).length;
    const small = Object.entries(sources).filter(
      ([path, text]) => linesOf(text) < 15 && !/(?:\/index|\.browser)\.ts$/.test(path),
    );
    expect(
      small.map(([path]) => path).filter((path) => importers(path) < 2 && !(path in looked)),
    ).to.deep.equal([]);
  });
});
