import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, textFiles } from '../textFiles';
import released from './released.json';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const { version } = JSON.parse(read('package.json')) as { readonly version: string };

/** The names that an entry exports, with the text of the file that declares each. */
const exported = (entry: string): ReadonlyArray<readonly [name: string, text: string]> =>
  [...read(entry).matchAll(/export (?:type )?\{([^}]*)\}\s*from '([^']+)'/g)].flatMap(([, names = '', from = '']) => {
    const path = join(dirname(entry), from);
    const text = read(existsSync(join(root, `${path}.ts`)) ? `${path}.ts` : `${path}/index.ts`);
    return names
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '')
      .map((name) => [name, text] as const);
  });

/** The version in the doc comment of a declaration. */
const sinceOf = (name: string, text: string): string | undefined => {
  const at = text.search(new RegExp(`^export (?:abstract )?(?:const|function|interface|type|class) ${name}\\b`, 'm'));
  const comment = text.slice(text.lastIndexOf('/**', at), at);
  return /@since (\S+)/.exec(comment)?.[1];
};

describe('the versions', () => {
  it('of a public name is that in which it came: the next one if no release has had it', () => {
    const entries = Object.keys(textFiles('src', 'index.ts')).filter((path) => !path.startsWith('src/cli/'));
    const wrong = entries.flatMap((entry) =>
      exported(entry)
        .map(([name, text]) => ({ name, since: sinceOf(name, text) }))
        .map(({ name, since }) => ({ name, since, right: released['0.1.0'].includes(name) ? '0.1.0' : version }))
        .filter(({ since, right }) => since !== right)
        .map(({ name, since, right }) => `${name} of ${entry}: @since ${since ?? '(none)'}, not ${right}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('are one in package.json, the changelog and SECURITY.md', () => {
    const changelog = read('CHANGELOG.md');
    const isReleased = changelog.includes(`\n## [${version}] - `);
    if (!isReleased) expect(changelog).to.include(`## [Unreleased]\n\nThese changes will be version ${version}.\n`);
    expect(/As of .*, version ([\d.]+\d)\./.exec(read('SECURITY.md'))?.[1]).to.equal(version);
  });
});
