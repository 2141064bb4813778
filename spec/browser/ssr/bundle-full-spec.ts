import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textFiles } from '../../textFiles';
import { exampleFolder } from '../Example';

interface Stats {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { bytesInOutput: number }>> }>
  >;
}

/** What is in the files of a build, or in some of them. */
const bundled = (
  folder: string,
  isMeant: (name: string) => boolean = () => true,
): ReadonlyArray<string> => {
  const { outputs } = JSON.parse(readFileSync(join(folder, 'dist/stats.json'), 'utf8')) as Stats;
  const meant = Object.entries(outputs).filter(([name]) => isMeant(name));
  const inputs = meant.flatMap(([, output]) => Object.entries(output.inputs));
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
};

/** The folders from which the files of a package come. */
const copiesOf = (name: string, paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folder = new RegExp(`^.*node_modules/${name}/(?:dist/)?[^/]+/`);
  return [...new Set(paths.flatMap((path) => folder.exec(path) ?? []))];
};

const scriptsOf = (folder: string): Readonly<Record<string, string>> => ({
  ...textFiles('dist/browser', '.js', folder),
  ...textFiles('dist/server', '.mjs', folder),
});

describe('the bundles of an Angular application', () => {
  it('hold no axios', () => {
    expect(bundled(exampleFolder).filter((path) => path.includes('axios'))).to.deep.equal([]);
    expect(scriptsOf(exampleFolder)).to.not.be.empty;
    for (const [name, text] of Object.entries(scriptsOf(exampleFolder)))
      expect(text, name).to.not.match(/axios/i);
  });

  it('hold nothing of the developer tools, which are for development', () => {
    expect(
      bundled(exampleFolder).filter((path) => path.includes('/pagewalk/dist/esm/devtools/')),
    ).to.deep.equal([]);
    expect(Object.values(scriptsOf(exampleFolder)).join()).to.not.include(
      'Show the walks of this application',
    );
  });

  for (const [name, copy] of Object.entries({
    rxjs: 'rxjs/dist/esm/',
    'fp-ts': 'fp-ts/es6/',
    'io-ts': 'io-ts/es6/',
    '@angular/core': '@angular/core/fesm2022/',
    '@angular/common': '@angular/common/fesm2022/',
    '@angular/cdk': '@angular/cdk/fesm2022/',
    pagewalk: 'pagewalk/dist/esm/',
  })) {
    it(`hold one ${name}`, () =>
      expect(copiesOf(name, bundled(exampleFolder))).to.deep.equal([`node_modules/${copy}`]));
  }

  it('hold ES modules of pagewalk for the server, too, and for the browser nothing that is the server’s', () => {
    for (const ending of ['.mjs', '.js']) {
      const paths = bundled(exampleFolder, (output) => output.endsWith(ending));
      expect(copiesOf('pagewalk', paths), ending).to.deep.equal([
        'node_modules/pagewalk/dist/esm/',
      ]);
    }
    const said = 'the visitor for whom the page was rendered has left';
    const holders = Object.entries(scriptsOf(exampleFolder)).flatMap(([name, text]) =>
      text.includes(said) ? name : [],
    );
    expect(holders).to.not.be.empty;
    for (const name of holders) expect(name).to.match(/^dist\/server\//);
  });
});
