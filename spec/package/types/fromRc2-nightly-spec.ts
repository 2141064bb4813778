import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../textFiles';
import { compilerOptions } from '../examples/checkExamples';
import { examplesIn, moduleOf } from '../examples/examples';
import { compile } from '../support/compile';
import { project } from '../support/tarball';

/** The last commit of 1.0.0-rc.2. */
const rc2 = 'b3dd8d4f';

const git = (...args: ReadonlyArray<string>): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** The examples of rc.2, which were in its readme, its guides and its doc comments. */
const examples = git('ls-tree', '-r', '--name-only', rc2, 'README.md', 'docs', 'src')
  .split('\n')
  .filter((path) => /^(?:README\.md|docs\/.*\.md|src\/.*\.ts)$/.test(path))
  .flatMap((path) => examplesIn(path, git('show', `${rc2}:${path}`)));

/** The names in the left column of the changelog's table, and in the backticks of a row. */
const changed = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  .split(/^\| in 1\.0\.0-rc\.2 .*$/m)[1]
  ?.split(/^$/m)[0]
  ?.split('\n')
  .flatMap((row) => {
    const [, left = ''] = row.split(/(?<!\\)\|/);
    return left.match(/`[^`]+`/g)?.flatMap((code) => code.match(/[a-zA-Z]\w+/g) ?? []) ?? [];
  });

describe('the examples of 1.0.0-rc.2', () => {
  it('compile, but for what the table of the changelog names', async function () {
    this.timeout(900_000);
    const modules = Object.fromEntries(
      examples.map((example) => [
        example.file,
        moduleOf({ ...example, code: example.code.replaceAll(/'(\.\/\w+)\.js'/g, "'$1.mjs'") }),
      ]),
    );
    await project('from-rc2', modules);
    const found = await compile('from-rc2', {
      compilerOptions,
      files: examples.map(({ file }) => file),
    });
    const unnamed = found.filter(({ file, line, message }) => {
      const code = modules[file]?.split('\n')[line - 1] ?? '';
      return !changed?.some((name) => new RegExp(`\\b${name}\\b`).test(`${code} ${message}`));
    });
    expect(examples, 'the examples of rc.2').to.have.length.above(100);
    expect(found, 'errors').to.have.length.above(0);
    expect(unnamed).to.deep.equal([]);
  });
});
