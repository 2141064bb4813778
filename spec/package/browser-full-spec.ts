import { expect } from 'chai';
import {
  added,
  additions,
  applications,
  budgets,
  others,
  ownCode,
  withoutErrorTexts,
} from './support/budgets';
import {
  bundle,
  bytesOf,
  folders,
  gzipped,
  largest,
  type Bundle,
  withoutBindings,
} from './support/bundle';
import { oneWalk, oneWalkPrints } from './support/oneWalk';
import { printedBy } from './support/run';
import { project } from './support/tarball';

const everything = "import * as pagewalk from 'pagewalk'; console.log(pagewalk);";

const walkImports = `
import { right } from 'fp-ts/Either';
import { createClient, rights } from 'pagewalk';
import { of } from 'rxjs';`;

// Each with the build of the package, so that a second build counts as a second copy, as it would in the browser.
const fpTs = /.*node_modules\/fp-ts\/[^/]+/;
const ioTs = /.*node_modules\/io-ts\/[^/]+/;
const rxjs = /.*node_modules\/rxjs\/dist\/[^/]+/;
const nodeOnly =
  /pagewalk\/dist\/[^/]+\/(cli|service|testing|devtools|angular|node|otel|postgres|query|sqlite|stores)\b/;

describe('the bundle of the root entry for browsers', () => {
  let whole: Bundle;

  before(async () => {
    whole = await bundle('everything', everything);
  });

  it('needs nothing of Node and nothing from outside', () =>
    expect(whole.imports).to.deep.equal([]));

  it('holds one copy of fp-ts and io-ts, their ES modules, and one of rxjs', () => {
    for (const [pattern, path] of [
      [fpTs, /fp-ts\/es6$/],
      [ioTs, /io-ts\/es6$/],
    ] as const) {
      expect(folders(pattern, whole)).to.have.lengthOf(1);
      expect(folders(pattern, whole)[0]).to.match(path);
    }
    expect(folders(rxjs, whole)).to.have.lengthOf(1);
  });

  it('reads the ES build of the package, and nothing of the command line, the service, Angular or Node', () => {
    expect(
      folders(/pagewalk\/dist\/[^/]+/, whole).map((path) => path.split('/').at(-1)),
    ).to.deep.equal(['esm']);
    expect(folders(nodeOnly, whole)).to.deep.equal([]);
  });

  it('holds nothing of undici', () => {
    expect(bytesOf('undici', whole)).to.equal(0);
    expect(whole.code).to.not.match(/undici/i);
  });

  it('runs a walk', async () => {
    const { code } = await bundle('walk', walkImports + oneWalk);
    const folder = await project('browser', { 'walk.bundle.mjs': code });
    expect(await printedBy('walk.bundle.mjs', folder)).to.equal(oneWalkPrints);
  });

  it('has no byte of axios where the transport is the own, or that over fetch', async () => {
    expect(bytesOf('axios', await bundle('own-transport', walkImports + oneWalk))).to.equal(0);
    const overFetch =
      "import { createClient, fetchTransport } from 'pagewalk'; console.log(createClient, fetchTransport);";
    expect(bytesOf('axios', await bundle('over-fetch', overFetch))).to.equal(0);
    expect(bytesOf('axios', whole)).to.be.greaterThan(0);
  });

  for (const [what, budget, source] of budgets) {
    it(`has at most ${budget} bytes of its own for ${what}`, async function () {
      const { bytes, found } = await ownCode(source);
      if (this.test) this.test.title += `: ${bytes}`;
      expect(bytes, `before gzip:\n${largest(found)}\n`).to.be.at.most(budget);
      expect(gzipped(whole.code)).to.be.greaterThan(budget);
    });
  }

  for (const [what, budget, source] of applications) {
    it(`has at most ${budget} bytes for ${what}, with everything it needs`, async function () {
      const bytes = gzipped((await bundle('application', source)).code);
      if (this.test) this.test.title += `: ${bytes}`;
      expect(bytes)
        .to.be.greaterThan(budget / 2)
        .and.at.most(budget);
    });
  }

  it('counts no text of an error that is thrown', () => {
    const code =
      'throw new TypeError("a \\"b\\" c");const x=new Error(`plain`,{cause});new Error(`a ${b}`);f("kept")';
    expect(withoutErrorTexts(code)).to.equal(
      'throw new TypeError("");const x=new Error("",{cause});new Error(`a ${b}`);f("kept")',
    );
  });
});

describe('an Angular application', () => {
  /** The bytes of an application whose component has this field, as Angular's build for production sets its constants. */
  const bytesWith = async (names: string, providers: string, field: string): Promise<number> => {
    const source = `
import { provideHttpClient, withFetch } from '@angular/common/http';
import { bootstrapApplication } from '@angular/platform-browser';
${names}
class App { field = ${field}; }
bootstrapApplication(App, { providers: [provideHttpClient(withFetch()), ${providers}] });`;
    const define = { ngDevMode: 'false', ngServerMode: 'false', ngJitMode: 'false' };
    return gzipped((await bundle('angular', source, [], { define })).code);
  };
  const pagewalk = (field: string) =>
    bytesWith(
      "import { providePagewalk, walkPage, walkResource } from 'pagewalk/angular';",
      "providePagewalk({ baseURL: '/api' })",
      field,
    );

  // The method: two applications that are bundled by esbuild, minified and with the constants of a production build, and compressed by
  // gzip. The base has `provideHttpClient(withFetch())` and an empty component; the other one has `providePagewalk({ baseURL })` and a list
  // besides, with io-ts and what of rxjs nothing else needs. `ng build` says 600 more, for what a component with a template needs.
  // 2,000 are io-ts, which decodes the envelope of a page, and half of the rest is what every walk has.
  it('has at most 37,100 bytes more with a list, and 1,100 with page buttons beside it', async function () {
    const list = await pagewalk('walkResource({})');
    const more = [
      list - (await bytesWith('', '', '0')),
      (await pagewalk('[walkResource({}), walkPage({})]')) - list,
    ];
    if (this.test) this.test.title += `: ${more.join(' and ')}`;
    expect(more[0]).to.be.greaterThan(20_000).and.at.most(37_100);
    expect(more[1]).to.be.at.most(1_100);
  });
});

describe('pg', () => {
  const pg = /node_modules\/pg[^/]*\/|pagewalk\/dist\/[^/]+\/stores\/postgres\//;
  const forNode = { platform: 'node' } as const;

  for (const name of [
    '',
    '/paging',
    '/node',
    '/service',
    '/testing',
    '/devtools',
    '/otel',
    '/angular',
  ]) {
    const entry = `pagewalk${name}`;
    it(`is in no bundle of ${entry}, nor are the places in Postgres`, async () => {
      const source = `import * as entry from '${entry}'; console.log(entry);`;
      const found = await bundle('no-pg', source, ['@angular/*'], forNode);
      expect(folders(pg, found)).to.deep.equal([]);
      expect(found.imports.filter((path) => path.startsWith('pg'))).to.deep.equal([]);
    });
  }

  it('is not needed to load pagewalk/postgres, which takes a pool that is given to it', async () => {
    const source = "import * as entry from 'pagewalk/postgres'; console.log(entry);";
    const found = await bundle('postgres', source, [], forNode);
    expect(folders(/node_modules\/pg[^/]*\//, found)).to.deep.equal([]);
    expect(folders(pg, found)).to.have.lengthOf(1);
    expect(found.imports).to.deep.equal(['node:os']);
  });

  it('is seen where it is', async () => {
    const found = await bundle(
      'pg',
      "import pg from 'pg'; console.log(pg);",
      ['pg-native', 'pg-cloudflare'],
      forNode,
    );
    expect(folders(pg, found)).to.not.be.empty;
  });
});

describe('what is added to a first walk', () => {
  for (const [name, budget] of additions) {
    it(`is at most ${budget} bytes for ${name}`, async function () {
      const bytes = await added(name);
      if (this.test) this.test.title += `: ${bytes}`;
      expect(bytes).to.be.greaterThan(0).and.at.most(budget);
    });
  }
});

describe('the checks of a bundle', () => {
  it('see a module of Node', async () => {
    const failure = await bundle(
      'node',
      "import { readFile } from 'node:fs'; console.log(readFile);",
    ).catch(String);
    expect(failure).to.include('Could not resolve "node:fs"');
    expect((await bundle('external', "import 'node:fs';", ['node:*'])).imports).to.deep.equal([
      'node:fs',
    ]);
  });

  it('see a second copy of fp-ts', async () => {
    const twice = `${everything} import * as either from 'fp-ts/lib/Either.js'; console.log(either);`;
    expect(folders(fpTs, await bundle('twice', twice))).to.have.lengthOf(2);
    const copies = {
      'node_modules/fp-ts/es6/a.js': 1,
      'node_modules/x/node_modules/fp-ts/es6/a.js': 1,
    };
    expect(folders(fpTs, { bytes: copies })).to.have.lengthOf(2);
  });

  it('see the code of a budget, and not what binds it to other modules', async () => {
    const source =
      "import { of } from 'rxjs'; import 'axios'; console.log(of); export const a = 1, b = 2;";
    const { code } = await bundle('bindings', source, others);
    expect(code).to.match(/import.*export/s);
    expect(withoutBindings(code)).to.match(/^console\.log\(\w+\);var \w=1,\w=2;\s*$/);
  });
});
