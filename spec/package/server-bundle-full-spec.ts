import { expect } from 'chai';
import { bundle, bytesOf, folders, type Bundle, gzipped } from './support/bundle';
import { printedBy } from './support/run';
import { project } from './support/tarball';

// As Angular's application builder sets esbuild for the server.
const server = {
  platform: 'node',
  conditions: ['es2015', 'es2020', 'module', 'production'],
  mainFields: ['es2020', 'es2015', 'module', 'main'],
} as const;

const application = `
import '@angular/compiler';
import { createClient, rights } from 'pagewalk';
import { httpClientTransport, providePagewalk, walkResource } from 'pagewalk/angular';
import { isLeft } from 'fp-ts/Either';
console.log([createClient, rights, httpClientTransport, providePagewalk, walkResource, isLeft].map((it) => typeof it).join());`;

describe('the bundle of an Angular application for the server', () => {
  let whole: Bundle;

  before(async () => {
    whole = await bundle('server', application, [], server);
  });

  it('has no byte of axios', () => {
    expect(bytesOf('axios', whole)).to.equal(0);
    expect(bytesOf('pagewalk', whole)).to.be.greaterThan(0);
  });

  it('holds one copy of everything: the ES modules', () => {
    expect(folders(/pagewalk\/dist\/[^/]+/, whole)).to.deep.equal([
      folders(/pagewalk\/dist\/esm/, whole)[0],
    ]);
    expect(folders(/.*node_modules\/fp-ts\/[^/]+/, whole)).to.have.lengthOf(1);
    expect(folders(/.*node_modules\/rxjs\/dist\/[^/]+/, whole)).to.have.lengthOf(1);
    expect(folders(/.*node_modules\/io-ts\/[^/]+/, whole)).to.have.lengthOf(1);
  });

  it('runs', async () => {
    const folder = await project('browser', { 'server.bundle.mjs': whole.code });
    expect(await printedBy('server.bundle.mjs', folder)).to.equal(
      `${Array(6).fill('function').join()}\n`,
    );
  });

  it('would hold axios and CommonJS without the module condition', async () => {
    const without = await bundle('server-cjs', application, [], {
      ...server,
      conditions: ['es2015', 'es2020'],
    });
    expect(bytesOf('axios', without)).to.be.greaterThan(0);
    expect(gzipped(without.code)).to.be.greaterThan(gzipped(whole.code));
  });
});
