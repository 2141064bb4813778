// npm run release:check: whether this is the moment to release the version that package.json names. It prints a line for everything
// that speaks against it, and ends with 1. What is in the package is looked at by npm run test:full: spec/package/contents.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Problems = ReadonlyArray<string>;

const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

const sections = (changelog: string) =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((text) => ({
      title: text.slice(0, text.indexOf('\n')).trim(),
      kinds: [...text.matchAll(/^### (.*)$/gm)].map(([, kind = '']) => kind.trim()),
      changes: [...text.matchAll(/^- /gm)].length,
    }));

/** What keeps a version from being released as far as the changelog is concerned; `today` as in 2026-01-31. */
export const changelogProblems = (changelog: string, version: string, today: string): Problems => {
  const [unreleased, ...versions] = sections(changelog);
  const named = versions.find(({ title }) => title.startsWith(`[${version}]`));
  const date = /^\[.*\] - (\d{4}-\d\d-\d\d)$/.exec(named?.title ?? '')?.[1] ?? '';
  const held: ReadonlyArray<readonly [problem: string, holds: boolean]> = [
    ['the first section is not [Unreleased]', unreleased?.title !== '[Unreleased]'],
    [
      `${unreleased?.changes} changes are still unreleased: put them under the version that brings them`,
      (unreleased?.changes ?? 0) > 0,
    ],
    [`there is no section [${version}], which package.json names`, named === undefined],
    [`[${version}] is not the newest version`, named !== undefined && named !== versions[0]],
    [`[${version}] has no date, as in [${version}] - ${today}`, named !== undefined && date === ''],
    [`[${version}] is of a day that has not come, ${date}`, date > today],
    [`[${version}] lists no change`, named?.changes === 0],
  ];
  const dated = sections(changelog).filter(({ title }) => title.startsWith('['));
  const unknown = dated.flatMap((section) =>
    section.kinds
      .filter((kind) => !kinds.includes(kind))
      .map((kind) => `${section.title} has ${kind}, which is none of ${kinds.join(', ')}`),
  );
  return [...held.filter(([, holds]) => holds).map(([problem]) => problem), ...unknown];
};

/** What `git status --porcelain` and `git tag --list` say: a release is made of what is committed, and a version is released once. */
export const repositoryProblems = (status: string, tags: string, version: string): Problems => [
  ...[...status.matchAll(/^.. (.+)$/gm)].map(([, file = '']) => `${file} is not committed`),
  ...(tags.split('\n').includes(`v${version}`) ? [`v${version} is a tag already`] : []),
];

/** Where the project is, and where to report a defect. */
export const addressProblems = (manifest: Readonly<Record<string, unknown>>): Problems =>
  ['repository', 'homepage', 'bugs']
    .filter((name) => manifest[name] === undefined)
    .map((name) => `package.json has no ${name}, which the owner of the repository adds`);

if (require.main === module) {
  const root = dirname(__dirname);
  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const manifest = JSON.parse(text('package.json')) as { readonly version: string };
  const { version } = manifest;
  const problems = [
    ...changelogProblems(text('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10)),
    ...repositoryProblems(git('status', '--porcelain'), git('tag', '--list'), version),
    ...addressProblems({ ...manifest }),
  ];
  const end = problems.length === 0 ? 'this may be released' : 'this may not be released';
  process.stdout.write([...problems, `${version}: ${end}`, ''].join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
