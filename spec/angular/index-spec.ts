import '@angular/compiler';
import { expect } from 'chai';
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEVER } from 'rxjs';
import * as angular from '../../src/angular/index';
import { root } from '../textFiles';
import { application } from './support/angular';

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
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports.map(({ path }) => path));
  return [...Object.keys(metafile.inputs), ...imports];
};

describe('pagewalk/angular', () => {
  it('exports these names', () =>
    expect(Object.keys(angular).sort()).to.deep.equal([
      'httpClientTransport',
      'injectListCache',
      'injectMessageFor',
      'injectPagewalk',
      'keepScroll',
      'providePagewalk',
      'walkPage',
      'walkResource',
      'walkWindow',
      'withDevtools',
      'withListCache',
      'withMessages',
      'withSession',
      'withTransferState',
    ]));

  it('exports 24 names in all, types included, and a list has 14 members', () => {
    const text = readFileSync(join(root, 'src/angular/index.ts'), 'utf8');
    const names = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','));
    expect(names).to.have.lengthOf(24);
    const list = application().run(() => angular.walkResource({ stream: () => NEVER }));
    expect(Object.keys(list).sort()).to.deep.equal(
      [
        'value',
        'invalid',
        'status',
        'error',
        'progress',
        'retrying',
        'isPrevious',
        'loadMore',
        'isLoading',
        'hasMore',
        'retry',
        'reload',
        'pause',
      ]
        .concat('edit')
        .sort(),
    );
  });

  it('reaches no axios, and of the CDK nothing but types', async () => {
    const reached = await reachedFrom('src/angular/index.ts');
    expect(reached).to.include('@angular/core');
    expect(reached.filter((path) => /axios|@angular\/cdk|node:/.test(path))).to.deep.equal([]);
  });

  it('would be seen to reach axios', async () => {
    expect(await reachedFrom('src/index.ts')).to.include('axios');
  });
});
