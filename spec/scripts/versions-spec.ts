import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, textFiles } from '../textFiles';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Versions = Readonly<Record<string, string>>;

const { version, engines, dependencies, peerDependencies } = JSON.parse(
  read('package.json'),
) as Readonly<Record<'version', string>> &
  Readonly<Record<'engines' | 'dependencies' | 'peerDependencies', Versions>>;

/** The ranges in the table of supported versions: names in its first column, their range in the second. */
const supported = (contributing: string): Versions => {
  const [, section = ''] = contributing.split('## Supported versions\n');
  const rows = section.split(/^## /m)[0]?.matchAll(/^\| ([^|]*`[^|]*) \| *`([^`|]+)` *\|/gm) ?? [];
  return Object.fromEntries(
    [...rows].flatMap(([, names = '', range = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, range]),
    ),
  );
};

/** The names that an entry exports, but those of other packages, with the text of the file that declares each. */
const exported = (entry: string): ReadonlyArray<readonly [name: string, text: string]> =>
  [...read(entry).matchAll(/export (?:type )?\{([^}]*)\}\s*from '(\.[^']+)'/g)].flatMap(
    ([, names = '', from = '']) => {
      const path = join(dirname(entry), from);
      const text = read(existsSync(join(root, `${path}.ts`)) ? `${path}.ts` : `${path}/index.ts`);
      return names
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter((name) => name !== '')
        .map((name) => [name, text] as const);
    },
  );

/** The version in the doc comment of a declaration. */
const sinceOf = (name: string, text: string): string | undefined => {
  const at = text.search(
    new RegExp(`^export (?:abstract )?(?:const|function|interface|type|class) ${name}\\b`, 'm'),
  );
  const comment = text.slice(text.lastIndexOf('/**', at), at);
  return /@since (\S+)/.exec(comment)?.[1];
};

interface Matrix {
  readonly node: ReadonlyArray<string>;
  readonly typescript: ReadonlyArray<string>;
  readonly postgres: ReadonlyArray<string>;
  readonly angular: Readonly<Record<string, { readonly typescript: string }>>;
}

/** What CONTRIBUTING.md says of each kind of version that is run: in which command, and which. */
const matrix = (): ReadonlyArray<string> => {
  const { node, typescript, postgres, angular } = JSON.parse(read('scripts/matrix.json')) as Matrix;
  const lines = Object.entries(angular).map(
    ([line, versions]) => `${line} (TypeScript ${versions.typescript})`,
  );
  return [
    `| Node | ${node.join(', ')} |`,
    `| TypeScript | ${typescript.join(', ')} |`,
    `| Postgres | ${postgres[0]}, ${postgres.at(-1)} |`,
    `| Angular | ${lines.join(', ')} |`,
  ];
};

describe('the versions', () => {
  it('of a public name is that in which it came: one there was, or the next one', () => {
    const entries = Object.keys(textFiles('src', 'index.ts')).filter(
      (path) => !path.startsWith('src/cli/'),
    );
    const known = ['0.1.0', '0.2.0', version.replace(/-.*/, '')];
    const wrong = entries.flatMap((entry) =>
      exported(entry)
        .map(([name, text]) => ({ name, since: sinceOf(name, text) }))
        .filter(({ since }) => !known.includes(since ?? ''))
        .map(
          ({ name, since }) =>
            `${name} of ${entry}: @since ${since ?? '(none)'}, not one of ${known.join(', ')}`,
        ),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('of a name that goes after 1.0 says what to use instead', () => {
    const comments = Object.entries(textFiles('src', '.ts')).flatMap(([path, text]) =>
      [...text.matchAll(/@deprecated(.*)/g)].map(([, said = '']) => ({ path, said })),
    );
    expect(comments.filter(({ said }) => !/[Uu]se `[^`]+`/.test(said))).to.deep.equal([]);
  });

  it('that are supported are those of package.json', () =>
    expect(supported(read('CONTRIBUTING.md'))).to.deep.equal({
      ...engines,
      ...dependencies,
      ...peerDependencies,
    }));

  it('that are run are those in the table of CONTRIBUTING.md', () => {
    const text = read('CONTRIBUTING.md').replace(/ *\| */g, ' | ');
    expect(matrix().filter((row) => !text.includes(row.trim()))).to.deep.equal([]);
  });

  it('are one in package.json, the changelog and SECURITY.md', () => {
    const changelog = read('CHANGELOG.md');
    const isReleased = changelog.includes(`\n## [${version}] - `);
    if (!isReleased)
      expect(changelog).to.include(
        `## [Unreleased]\n\nThese changes will be version ${version}.\n`,
      );
    expect(
      /As of .*, version (\d+\.\d+\.\d+(?:-\w+\.\d+)?)\./.exec(read('SECURITY.md'))?.[1],
    ).to.equal(version);
  });
});
