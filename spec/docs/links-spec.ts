import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../textFiles';
import { deadLinks, linksIn, targetOf } from './links';
import { isInDocs, pages } from './pages';

describe('the links of the documentation', () => {
  for (const origin of Object.keys(pages)) {
    it(`${origin}: every relative link leads to a file, and every anchor to a heading`, () =>
      expect(deadLinks(pages, origin)).to.deep.equal([]));
  }

  it('lead only to what the package ships, for its readers have no repository', () => {
    const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      files: ReadonlyArray<string>;
    };
    // When it is packed, a link to CONTRIBUTING.md becomes a sentence: see spec/scripts/packed-spec.ts.
    const isShipped = (path: string): boolean =>
      ['README.md', 'CONTRIBUTING.md'].includes(path) ||
      files.some((file) => path === file || path.startsWith(`${file}/`));
    const links = Object.entries(pages)
      .filter(([origin]) => isShipped(origin))
      .flatMap(([origin, text]) =>
        linksIn(text).map(({ line, target }) => ({ origin, line, target })),
      )
      .filter(({ target }) => !/^\w+:/.test(target));
    expect(links).to.have.length.above(100);
    expect(
      links.filter(({ origin, target }) => !isShipped(targetOf(origin, target).path)),
    ).to.deep.equal([]);
  });

  it('to sources in CONTRIBUTING.md name files that are there', () => {
    const named = [
      ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
        /`((?:src|spec|scripts)\/[\w./-]+)`/g,
      ),
    ];
    const paths = named.map(([, path = '']) => path).filter((path) => !/yours?/i.test(path));
    expect(paths.filter((path) => !existsSync(join(root, path)))).to.deep.equal([]);
  });

  it('are dead where the file or the heading is missing', () => {
    const two = {
      'docs/a.md': '# A\n[b](b.md#b) [c](b.md#c) [d](d.md) [e](#a) [f](#b)',
      'docs/b.md': '# B',
    };
    expect(deadLinks(two, 'docs/a.md')).to.deep.equal([
      'docs/a.md:2: docs/b.md has no heading #c',
      'docs/a.md:2: there is no docs/d.md',
      'docs/a.md:2: docs/a.md has no heading #b',
    ]);
  });

  it('reach every page from the map', () => {
    const shown = linksIn(pages['docs/README.md'] ?? '').map(
      ({ target }) => targetOf('docs/README.md', target).path,
    );
    const others = Object.keys(pages).filter((path) => isInDocs(path) && path !== 'docs/README.md');
    expect(others.filter((path) => !shown.includes(path))).to.deep.equal([]);
    expect(others).to.not.be.empty;
  });
});
