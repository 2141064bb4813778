import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressProblems, changelogProblems, repositoryProblems } from '../../scripts/release';
import { root } from '../textFiles';

const text = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the changelog of a release', () => {
  const right =
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-20\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-11-15\n';
  const problems = (changelog: string, version = '0.2.0'): ReadonlyArray<string> =>
    changelogProblems(changelog, version, '2026-11-20');

  it('has the version that package.json names, with a date, and nothing unreleased', () =>
    expect(problems(right)).to.deep.equal([]));

  const unreleased = '## [Unreleased]\n\n### Fixed\n\n- B.\n- C.\n';
  const refused: ReadonlyArray<readonly [changelog: string, problem: string]> = [
    [right.replace('[0.2.0]', '[0.3.0]'), 'there is no section [0.2.0], which package.json names'],
    [right.replace('## [0.2.0]', '## [0.4.0]\n\n## [0.2.0]'), '[0.2.0] is not the newest version'],
    [right.replace('- A.\n', ''), '[0.2.0] lists no change'],
    [
      right.replace('## [Unreleased]\n', unreleased),
      '2 changes are still unreleased: put them under the version that brings them',
    ],
    [right.replace(' - 2026-11-20', ''), '[0.2.0] has no date, as in [0.2.0] - 2026-11-20'],
    [right.replace('11-20', '11-21'), '[0.2.0] is of a day that has not come, 2026-11-21'],
    [right.replace('[Unreleased]', '[Next]'), 'the first section is not [Unreleased]'],
    [
      right.replace('### Added', '### New'),
      '[0.2.0] - 2026-11-20 has New, which is none of Added, Changed, Deprecated, Removed, Fixed, Security',
    ],
  ];
  for (const [changelog, problem] of refused)
    it(`is refused: ${problem}`, () => expect(problems(changelog)).to.deep.equal([problem]));

  it('keeps the shape, and has the version of package.json, on every day', () => {
    const { version } = JSON.parse(text('package.json')) as { version: string };
    const changelog = text('CHANGELOG.md');
    const found = changelogProblems(changelog, version, new Date().toISOString().slice(0, 10));
    const isNext = changelog.includes(`These changes will be version ${version}.`);
    // Until the release, what is unreleased may say which version it will be.
    const coming = ['still unreleased', ...(isNext ? [`there is no section [${version}]`] : [])];
    expect(found.filter((problem) => !coming.some((part) => problem.includes(part)))).to.deep.equal(
      [],
    );
  });
});

describe('the repository of a release', () => {
  it('has everything committed, and no tag of that version yet', () => {
    expect(repositoryProblems('', 'v0.1.0\nv0.2.0-beta.1\nv10.2.0\n', '0.2.0')).to.deep.equal([]);
    expect(
      repositoryProblems(' M src/index.ts\n?? notes.txt\n', 'v0.1.0\nv0.2.0\n', '0.2.0'),
    ).to.deep.equal([
      'src/index.ts is not committed',
      'notes.txt is not committed',
      'v0.2.0 is a tag already',
    ]);
  });

  it('is named in package.json', () => {
    expect(addressProblems({ repository: 'a', homepage: 'b', bugs: 'c' })).to.deep.equal([]);
    expect(addressProblems({ homepage: 'b' })).to.deep.equal([
      'package.json has no repository, which the owner of the repository adds',
      'package.json has no bugs, which the owner of the repository adds',
    ]);
  });
});
