import type { Package } from '@arethetypeswrong/core';
import { expect } from 'chai';
import { attw, problems, unpacked } from './attw';

/** The same package with one file changed. */
const changed = async (
  pkg: Package,
  ending: string,
  change: (text: string) => string,
): Promise<Package> => {
  const { Package } = await attw;
  const files = pkg.listFiles().map((path): [string, string] => {
    const text = pkg.readFile(path);
    return [path, path.endsWith(ending) ? change(text) : text];
  });
  return new Package(Object.fromEntries(files), pkg.packageName, pkg.packageVersion);
};

describe('the check of the types of the package', () => {
  it('finds types that promise a name that the code lacks', async () => {
    const pkg = await changed(
      await unpacked(),
      '/dist/types/index.d.ts',
      (text) => `${text}\nexport const absent: 1;`,
    );
    expect((await problems(pkg)).map(({ kind }) => kind)).to.include('NamedExports');
  });

  it('finds types that the exports map does not lead to', async () => {
    const pkg = await changed(await unpacked(), '/pagewalk/package.json', (text) =>
      text.replaceAll('./dist/types/index.d.ts', './dist/types/absent.d.ts'),
    );
    expect((await problems(pkg)).map(({ kind }) => kind)).to.include('UntypedResolution');
  });
});
