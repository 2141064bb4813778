const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

interface Section {
  readonly title: string;
  readonly kinds: ReadonlyArray<string>;
  readonly changes: number;
}

const sections = (changelog: string): ReadonlyArray<Section> =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((text) => ({
      title: text.slice(0, text.indexOf('\n')).trim(),
      kinds: [...text.matchAll(/^### (.*)$/gm)].map(([, kind = '']) => kind.trim()),
      changes: [...text.matchAll(/^- /gm)].length,
    }));

/** What keeps a version from being released as far as the changelog goes; `today` as in 2026-01-31. */
export const changelogProblems = (
  changelog: string,
  version: string,
  today: string,
): ReadonlyArray<string> => {
  const [unreleased, ...versions] = sections(changelog);
  const named = versions.find(({ title }) => title.startsWith(`[${version}]`));
  const date = /^\[.*\] - (\d{4}-\d\d-\d\d)$/.exec(named?.title ?? '')?.[1];
  return [
    ...(unreleased?.title === '[Unreleased]' ? [] : ['the first section is not [Unreleased]']),
    ...(unreleased !== undefined && unreleased.changes > 0
      ? [
          `${unreleased.changes} changes are still unreleased: put them under the version that brings them`,
        ]
      : []),
    ...(named === undefined ? [`there is no section [${version}], which package.json names`] : []),
    ...(named !== undefined && named !== versions[0]
      ? [`[${version}] is not the newest version`]
      : []),
    ...(named !== undefined && date === undefined
      ? [`[${version}] has no date, as in [${version}] - ${today}`]
      : []),
    ...(date !== undefined && date > today
      ? [`[${version}] is of a day that has not come, ${date}`]
      : []),
    ...(named?.changes === 0 ? [`[${version}] tells nothing`] : []),
    ...[unreleased, ...versions].flatMap((section) =>
      (section?.kinds ?? [])
        .filter((kind) => !kinds.includes(kind))
        .map((kind) => `${section?.title ?? ''} has ${kind}, which is none of ${kinds.join(', ')}`),
    ),
  ];
};
