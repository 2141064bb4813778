import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFolder } from './Example';

interface Stats {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, { bytesInOutput: number }>> }>>;
}

const bundled = (): ReadonlyArray<string> => {
  const { outputs } = JSON.parse(readFileSync(join(exampleFolder, 'dist/stats.json'), 'utf8')) as Stats;
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
};

/** The folders from which the files of a package come. */
const copiesOf = (name: string): ReadonlyArray<string> => {
  const folder = new RegExp(`^.*node_modules/${name}/(?:dist/)?[^/]+/`);
  return [...new Set(bundled().flatMap((path) => folder.exec(path) ?? []))];
};

describe("the example's bundle", () => {
  it('holds no axios', () => {
    expect(bundled().filter((path) => path.includes('axios'))).to.deep.equal([]);
    const folder = join(exampleFolder, 'dist/browser');
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
    expect(scripts).to.not.be.empty;
    for (const name of scripts) expect(readFileSync(join(folder, name), 'utf8')).to.not.match(/axios/i);
  });

  it('holds nothing of the developer tools, which are for development', () => {
    expect(bundled().filter((path) => path.includes('/pagewalk/dist/esm/devtools/'))).to.deep.equal([]);
    expect(bundled().filter((path) => path.includes('walksButton'))).to.deep.equal([]);
  });

  for (const [name, copy] of [
    ['rxjs', 'node_modules/rxjs/dist/esm/'],
    ['fp-ts', 'node_modules/fp-ts/es6/'],
    ['io-ts', 'node_modules/io-ts/es6/'],
    ['@angular/core', 'node_modules/@angular/core/fesm2022/'],
    ['@angular/common', 'node_modules/@angular/common/fesm2022/'],
    ['@angular/cdk', 'node_modules/@angular/cdk/fesm2022/'],
    ['pagewalk', 'node_modules/pagewalk/dist/esm/'],
  ] as const) {
    it(`holds one ${name}`, () => {
      expect(copiesOf(name)).to.deep.equal([copy]);
    });
  }
});
