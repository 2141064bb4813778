type Versions = Readonly<Record<string, string>>;

/** What a package.json asks of those who install it. */
export interface Ranges {
  readonly engines?: Versions;
  readonly dependencies?: Versions;
  readonly peerDependencies?: Versions;
}

/** The ranges in the table of the section `Supported versions`: names in its first column, their range in the second. */
const stated = (contributing: string): Versions => {
  const section = /^## Supported versions\n(.*?)(?=^## |$(?![^]))/ms.exec(contributing)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| ([^|]*`[^|]*) \| *`([^`|]+)` *\|/gm)];
  return Object.fromEntries(
    rows.flatMap(([, names = '', range = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, range]),
    ),
  );
};

/** Where the table says something else than package.json. */
export const supportedProblems = (
  contributing: string,
  { engines, dependencies, peerDependencies }: Ranges,
): ReadonlyArray<string> => {
  const asked: Versions = { ...engines, ...dependencies, ...peerDependencies };
  const said = stated(contributing);
  return [
    ...Object.entries(asked)
      .filter(([name, range]) => said[name] !== range)
      .map(
        ([name, range]) =>
          `package.json asks for ${name} ${range}, CONTRIBUTING.md says ${said[name] ?? 'nothing'}`,
      ),
    ...Object.keys(said)
      .filter((name) => !(name in asked))
      .map((name) => `CONTRIBUTING.md names ${name}, package.json does not`),
  ];
};
