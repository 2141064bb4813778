import type { Package, Problem } from '@arethetypeswrong/core';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { installed } from '../support/tarball';

// It has no CommonJS build, and one of its own dependencies none that require would find.
const attw = import('@arethetypeswrong/core');

// Resolution as it was in Node 10 knows no exports map: it finds the root entry by `main`, and no other entry.
const isBeyondNode10 = (problem: Problem): boolean =>
  problem.kind === 'NoResolution' && problem.resolutionKind === 'node10' && problem.entrypoint !== '.';

const problems = async (pkg: Package): Promise<ReadonlyArray<Problem>> => {
  const result = await (await attw).checkPackage(pkg);
  if (!result.types) throw new Error('the package has no types at all');
  return result.problems.filter((problem) => !isBeyondNode10(problem));
};

const unpacked = async (): Promise<Package> =>
  (await attw).createPackageFromTarballData(new Uint8Array(await readFile((await installed()).tarball)));

/** The same package with one file changed. */
const changed = async (pkg: Package, ending: string, change: (text: string) => string): Promise<Package> => {
  const { Package } = await attw;
  const files = pkg.listFiles().map((path): [string, string] => {
    const text = pkg.readFile(path);
    return [path, path.endsWith(ending) ? change(text) : text];
  });
  return new Package(Object.fromEntries(files), pkg.packageName, pkg.packageVersion);
};

describe('the types of the package', () => {
  it('are right for every entry and every way to resolve it', async () => {
    expect(await problems(await unpacked())).to.deep.equal([]);
  });

  it('would be found wrong if they promised a name that the code lacks', async () => {
    const pkg = await changed(await unpacked(), '/dist/types/index.d.ts', (text) => `${text}\nexport const absent: 1;`);
    expect((await problems(pkg)).map(({ kind }) => kind)).to.include('NamedExports');
  });

  it('would be found missing if the exports map did not lead to them', async () => {
    const pkg = await changed(await unpacked(), '/pagewalk/package.json', (text) =>
      text.replaceAll('./dist/types/index.d.ts', './dist/types/absent.d.ts'),
    );
    expect((await problems(pkg)).map(({ kind }) => kind)).to.include('UntypedResolution');
  });
});
