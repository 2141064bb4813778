/** What `git status --porcelain` says: a release is made of what is committed. */
export const treeProblems = (status: string): ReadonlyArray<string> =>
  status
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${line.slice(3)} is not committed`);

/** What `git tag --list` says: a version is released once. */
export const tagProblems = (version: string, tags: string): ReadonlyArray<string> =>
  tags.split('\n').includes(`v${version}`)
    ? [`v${version} is a tag already: the version in package.json has been released`]
    : [];

/** What package.json does not name yet: where the project is, and where to report a defect. */
export const addressProblems = (
  manifest: Readonly<Record<string, unknown>>,
): ReadonlyArray<string> =>
  ['repository', 'homepage', 'bugs']
    .filter((name) => manifest[name] === undefined)
    .map(
      (name) =>
        `package.json has no ${name}: the owner of the repository adds it before the first publish`,
    );
