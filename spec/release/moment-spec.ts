import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogProblems } from '../../scripts/release/changelog';
import { addressProblems, tagProblems, treeProblems } from '../../scripts/release/repository';
import { supportedProblems, type Ranges } from '../../scripts/release/supported';
import { root } from '../textFiles';

const text = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the changelog of a release', () => {
  const right =
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-20\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-11-15\n';
  const problems = (changelog: string, version = '0.2.0'): ReadonlyArray<string> =>
    changelogProblems(changelog, version, '2026-11-20');

  it('tells of the version that package.json names, with a date, and has nothing unreleased', () =>
    expect(problems(right)).to.deep.equal([]));

  it('is refused without that version', () =>
    expect(problems(right, '0.3.0')).to.deep.equal([
      'there is no section [0.3.0], which package.json names',
    ]));

  it('is refused where that version is an old one', () =>
    expect(problems(right, '0.1.0')).to.deep.equal([
      '[0.1.0] is not the newest version',
      '[0.1.0] tells nothing',
    ]));

  it('is refused where changes have no version', () => {
    const changelog = right.replace(
      '## [Unreleased]\n',
      '## [Unreleased]\n\n### Fixed\n\n- B.\n- C.\n',
    );
    expect(problems(changelog)).to.deep.equal([
      '2 changes are still unreleased: put them under the version that brings them',
    ]);
  });

  it('is refused without a date, or with one that has not come', () => {
    expect(problems(right.replace(' - 2026-11-20', ''))).to.deep.equal([
      '[0.2.0] has no date, as in [0.2.0] - 2026-11-20',
    ]);
    expect(problems(right.replace('11-20', '11-21'))).to.deep.equal([
      '[0.2.0] is of a day that has not come, 2026-11-21',
    ]);
  });

  it('is refused without a place for what comes next, and with a kind of change that nobody knows', () => {
    expect(problems(right.replace('[Unreleased]', '[Next]'))).to.deep.equal([
      'the first section is not [Unreleased]',
    ]);
    expect(problems(right.replace('### Added', '### New'))).to.deep.equal([
      '[0.2.0] - 2026-11-20 has New, which is none of Added, Changed, Deprecated, Removed, Fixed, Security',
    ]);
  });

  it('names the version of package.json, and keeps the shape, on every day', () => {
    const { version } = JSON.parse(text('package.json')) as { version: string };
    const found = changelogProblems(
      text('CHANGELOG.md'),
      version,
      new Date().toISOString().slice(0, 10),
    );
    const isNext = text('CHANGELOG.md').includes(`These changes will be version ${version}.`);
    // Until the release, what is unreleased may say which version it will be.
    const coming = ['still unreleased', ...(isNext ? [`there is no section [${version}]`] : [])];
    expect(found.filter((problem) => !coming.some((part) => problem.includes(part)))).to.deep.equal(
      [],
    );
  });
});

describe('the repository of a release', () => {
  it('has everything committed', () => {
    expect(treeProblems('')).to.deep.equal([]);
    expect(treeProblems(' M src/index.ts\n?? notes.txt\n')).to.deep.equal([
      'src/index.ts is not committed',
      'notes.txt is not committed',
    ]);
  });

  it('is named in package.json', () => {
    expect(addressProblems({ repository: 'a', homepage: 'b', bugs: 'c' })).to.deep.equal([]);
    expect(
      addressProblems({ homepage: 'b' }).map((problem) => problem.split(':')[0]),
    ).to.deep.equal(['package.json has no repository', 'package.json has no bugs']);
  });

  it('has no tag of that version yet', () => {
    expect(tagProblems('0.2.0', 'v0.1.0\nv0.2.0-beta.1\nv10.2.0\n')).to.deep.equal([]);
    expect(tagProblems('0.2.0', 'v0.1.0\nv0.2.0\n')).to.deep.equal([
      'v0.2.0 is a tag already: the version in package.json has been released',
    ]);
  });
});

describe('the supported versions', () => {
  const manifest: Ranges = {
    engines: { node: '>=20' },
    peerDependencies: { a: '>=1 <3', '@b/c': '>=1 <3' },
  };
  const table = (rows: string): string =>
    `## Before\n\n| \`x\` | \`1\` | |\n\n## Supported versions\n\n| what | range |\n| --- | --- |\n${rows}\n\n## After\n\n| \`y\` | \`1\` | |\n`;
  const right =
    '| Node (`node`) | `>=20` | b |\n| `a`, `@b/c`  | `>=1 <3` | b |\n| TypeScript | 5 | b |';

  it('are those of package.json', () => {
    expect(supportedProblems(table(right), manifest)).to.deep.equal([]);
    expect(supportedProblems(table(right).replace(/\n## After[^]*/, ''), manifest)).to.deep.equal(
      [],
    );
  });

  it('are refused where CONTRIBUTING.md says another range, none, or one of something else', () => {
    expect(supportedProblems(table(right.replace('>=20', '>=18')), manifest)).to.deep.equal([
      'package.json asks for node >=20, CONTRIBUTING.md says >=18',
    ]);
    expect(supportedProblems(table(right.replace(', `@b/c`', '')), manifest)).to.deep.equal([
      'package.json asks for @b/c >=1 <3, CONTRIBUTING.md says nothing',
    ]);
    expect(supportedProblems(table(`${right}\n| \`z\` | \`1\` | b |`), manifest)).to.deep.equal([
      'CONTRIBUTING.md names z, package.json does not',
    ]);
  });

  it('are said by CONTRIBUTING.md as package.json has them', () =>
    expect(
      supportedProblems(text('CONTRIBUTING.md'), JSON.parse(text('package.json')) as Ranges),
    ).to.deep.equal([]));
});
