import { expect } from 'chai';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { linksIn, targetOf } from '../../docs/links';
import { root } from '../../textFiles';
import { installScripts, lockedAddresses, missing, unpinned, unshared, unwanted } from './contents';
import type { Manifest } from '../support/Manifest';
import { run } from '../support/run';
import { installed, type Installed } from '../support/tarball';

const licences = 'MIT ISC 0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0'.split(' ');

/** A private key; a token of npm, GitHub, GitLab or Slack; a key of AWS or Google; a signed token; a setting of a registry. */
const secret =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bnpm_\w{36}\b|\bgh[opsur]_\w{36}|\bgithub_pat_\w{22}|\bglpat-[\w-]{20}|\bxox[abeoprs]-[\w-]{10}|\b(AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{35}|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}|\/\/[\w.:-]+\/[\w./-]*:_\w+|\b_(authToken|auth|password)\s*=/;

const manifest: Manifest = { name: 'made-up', version: '1.0.0', exports: {} };

describe('the packed package', () => {
  let packed: Installed;

  before(async () => {
    packed = await installed();
  });

  it('holds both builds, the types, the readme, the license and the changelog', () =>
    expect(missing(packed.files)).to.deep.equal([]));

  it('holds nothing else but the docs', () => expect(unwanted(packed.files)).to.deep.equal([]));

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

  it('is at most 900 kilobytes packed', () =>
    expect(statSync(packed.tarball).size).to.be.at.most(900_000));

  it('runs no script when it is installed', () =>
    expect(installScripts(packed.manifest)).to.deep.equal([]));

  it('has ranges for what users install, and pins what only we use', () => {
    expect(unshared(packed.manifest)).to.deep.equal([]);
    expect(unpinned(packed.manifest)).to.deep.equal([]);
  });

  it('does not tell where it was built, and holds no secret', () => {
    const telling = packed.files.filter((file) => {
      const text = readFileSync(join(packed.directory, file), 'utf8');
      return text.includes(root) || secret.test(text);
    });
    expect(telling).to.deep.equal([]);
  });
});

describe('what users install with the package', () => {
  it('has licences that only ask to be named', async () => {
    // Peers are development dependencies here.
    const query = ':root > .peer, :root > .peer *, .prod';
    const { stdout } = await run('npm', ['query', query], root);
    const packages = JSON.parse(stdout) as ReadonlyArray<{ pkgid: string; license?: string }>;
    expect(packages).to.have.length.above(10);
    const others = packages.filter(({ license = '' }) => !licences.includes(license));
    expect(others.map(({ pkgid }) => pkgid)).to.deep.equal([]);
  });
});

describe('the lock file', () => {
  it('names no registry', () =>
    expect(lockedAddresses(readFileSync(join(root, 'package-lock.json'), 'utf8'))).to.deep.equal(
      [],
    ));
});

describe('the checks of the contents', () => {
  it('see a secret', () => {
    const secrets = [
      '-----BEGIN RSA PRIVATE KEY-----',
      `const token = 'ghp_${'a'.repeat(36)}'`,
      `AKIA${'A'.repeat(16)}`,
      '//registry.example.com/:_authToken=x',
    ];
    expect(secrets.filter((text) => !secret.test(text))).to.deep.equal([]);
  });

  it('see what is missing, and what is too much', () => {
    const held = [
      'package.json',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dist/cjs/index.js',
      'dist/types/index.d.ts',
    ];
    expect(missing(held)).to.deep.equal(['CHANGELOG.md', 'dist/esm/']);
    const surplus = [
      'tsconfig.json',
      'spec/a.ts',
      'src/index.ts',
      'dist/src/index.ts',
      'dist/types/index.d.ts.map',
      'dist/spec/a.js',
    ];
    expect(unwanted(['dist/esm/index.js', ...surplus])).to.deep.equal(surplus);
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
