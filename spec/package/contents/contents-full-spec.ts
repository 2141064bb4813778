import { expect } from 'chai';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { linksIn, targetOf } from '../../docs/links';
import { root } from '../../textFiles';
import { installScripts, lockedAddresses, missing, unpinned, unshared, unwanted } from './contents';
import type { Manifest } from '../support/Manifest';
import { installed, type Installed } from '../support/tarball';

const manifest: Manifest = { name: 'made-up', version: '1.0.0', exports: {} };

describe('the packed package', () => {
  let packed: Installed;

  before(async () => {
    packed = await installed();
  });

  it('holds both builds, the types, the readme, the license and the changelog', () =>
    expect(missing(packed.files)).to.deep.equal([]));

  it('holds nothing else but the sources and the docs', () =>
    expect(unwanted(packed.files)).to.deep.equal([]));

  it('holds every file that its pages link to', () => {
    const pages = packed.files.filter((file) => file.endsWith('.md'));
    const targets = pages.flatMap((page) =>
      linksIn(readFileSync(join(packed.directory, page), 'utf8'))
        .filter(({ target }) => !/^\w+:/.test(target))
        .map(({ target }) => ({ page, path: targetOf(page, target).path })),
    );
    expect(targets).to.have.length.above(50);
    expect(targets.filter(({ path }) => !packed.files.includes(path))).to.deep.equal([]);
  });

  it('is at most a megabyte packed', () =>
    expect(statSync(packed.tarball).size).to.be.at.most(1_000_000));

  it('runs no script when it is installed', () =>
    expect(installScripts(packed.manifest)).to.deep.equal([]));

  it('has ranges for what users install, and pins what only we use', () => {
    expect(unshared(packed.manifest)).to.deep.equal([]);
    expect(unpinned(packed.manifest)).to.deep.equal([]);
  });

  it('has the sources that its source maps name', () => {
    const maps = packed.files
      .filter((file) => file.endsWith('.map'))
      .map((file) => join(packed.directory, file));
    const sources = maps.flatMap((map) => {
      const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: Array<string> };
      return sources.map((source) => resolve(dirname(map), source));
    });
    expect(sources).to.not.be.empty;
    expect(sources.filter((source) => !existsSync(source))).to.deep.equal([]);
  });

  it('does not tell where it was built', () => {
    const telling = packed.files.filter((file) =>
      readFileSync(join(packed.directory, file), 'utf8').includes(root),
    );
    expect(telling).to.deep.equal([]);
  });
});

describe('the lock file', () => {
  it('names no registry', () =>
    expect(lockedAddresses(readFileSync(join(root, 'package-lock.json'), 'utf8'))).to.deep.equal(
      [],
    ));
});

describe('the checks of the contents', () => {
  it('see what is missing, and what is too much', () => {
    const held = [
      'package.json',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dist/cjs/index.js',
      'dist/types/index.d.ts',
    ];
    expect(missing(held)).to.deep.equal([
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'dist/esm/',
      'dist/src/',
    ]);
    const surplus = [
      'tsconfig.json',
      'spec/a.ts',
      'src/index.ts',
      'dist/src/a-spec.ts',
      'dist/spec/a.js',
    ];
    expect(unwanted(['dist/src/index.ts', ...surplus])).to.deep.equal(surplus);
  });

  it('see an install script', () =>
    expect(
      installScripts({ ...manifest, scripts: { build: 'tsc', postinstall: 'node x' } }),
    ).to.deep.equal(['postinstall']));

  it('see a range where there should be none, and none where there should be one', () => {
    const dependencies = { a: '^1.0.0', b: '1.0.0', c: 'latest' };
    const devDependencies = { d: 'npm:e@1.0.0', f: 'npm:e@~1.0.0', g: '1.x', h: '^1.0.0' };
    expect(unshared({ ...manifest, dependencies, devDependencies })).to.deep.equal([
      'b@1.0.0',
      'c@latest',
    ]);
    expect(unpinned({ ...manifest, dependencies, devDependencies })).to.deep.equal([
      'f@npm:e@~1.0.0',
      'g@1.x',
      'h@^1.0.0',
    ]);
  });

  it('see an address in a lock file', () => {
    const packages = { '': {}, 'node_modules/a': { resolved: 'https://example.com/a.tgz' } };
    expect(lockedAddresses(JSON.stringify({ packages }))).to.deep.equal([
      'https://example.com/a.tgz',
    ]);
  });
});
