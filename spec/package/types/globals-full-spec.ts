import { expect } from 'chai';
import { join } from 'node:path';
import { root } from '../../textFiles';
import { compile, type Diagnostic } from '../support/compile';
import { project } from '../support/tarball';

// Without the types of Node, neither Buffer nor process nor setImmediate is known.
const compileForBrowsers = (folder: string, file: string): Promise<ReadonlyArray<Diagnostic>> =>
  compile(
    folder,
    {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { types: [] },
      files: [file],
      include: [],
    },
    'typescript-7',
  );

describe('the sources of the root entry', () => {
  it('use no global of Node', async () => {
    expect(await compileForBrowsers('globals', join(root, 'src/index.ts'))).to.deep.equal([]);
  });

  it('would be found out if they did, whatever types they import', async () => {
    await project('globals-wrong', {
      'wrong.ts': `
        export type { AxiosInstance } from 'axios';
        export type { Observable } from 'rxjs';
        export type { Type } from 'io-ts';
        export const bytes = Buffer.from('');`,
    });
    const [found, ...rest] = await compileForBrowsers('globals-wrong', 'wrong.ts');
    expect(found?.message).to.include("Cannot find name 'Buffer'");
    expect(rest).to.deep.equal([]);
  });
});
