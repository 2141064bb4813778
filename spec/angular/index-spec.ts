import '@angular/compiler';
import { expect } from 'chai';
import { build } from 'esbuild';
import { join } from 'node:path';
import * as angular from '../../src/angular/index';
import { root } from '../textFiles';

/** Every file and package that an entry reaches, whether a bundler would keep it or not. */
const reachedFrom = async (entry: string): Promise<ReadonlyArray<string>> => {
  const { metafile } = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    packages: 'external',
    ignoreAnnotations: true,
    absWorkingDir: root,
  });
  const imports = Object.values(metafile.inputs).flatMap((input) =>
    input.imports.map(({ path }) => path),
  );
  return [...Object.keys(metafile.inputs), ...imports];
};

describe('pagewalk/angular', () => {
  it('exports these names', () =>
    expect(Object.keys(angular).sort()).to.deep.equal(
      (
        'PwLoadMore forUser httpClientTransport injectListCache injectMessageFor injectPagewalk keepScroll providePagewalk walkPage ' +
        'walkResource walkWindow withDevtools withListCache withMessages withSession withTransferState'
      ).split(' '),
    ));

  it('reaches no axios, and of the CDK nothing but types', async () => {
    const reached = await reachedFrom('src/angular/index.ts');
    expect(reached).to.include('@angular/core');
    expect(reached.filter((path) => /axios|@angular\/cdk|node:/.test(path))).to.deep.equal([]);
  });

  it('would be seen to reach axios', async () => {
    expect(await reachedFrom('src/index.ts')).to.include('axios');
  });
});
