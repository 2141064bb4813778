import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type Service } from '../../../src/service/index';
import { bundle } from '../support/bundle';
import { printedBy } from '../support/run';
import { installed, linkModule, project } from '../support/tarball';

const advice = 'undiciTransport needs the package undici, version 7: npm install undici@7';

/** What a bundler of ES modules for Node makes of the package, undici left to be installed. */
const forNode = { platform: 'node', conditions: ['module'] } as const;

/** Prints how many objects there are, or the reason why there are none. */
const walk = ({ url, ontologyRid, objectType }: Service): string => `
  createClient({ transport: undiciTransport({ baseURL: ${JSON.stringify(url)} }), retry: { attempts: 3, baseDelay: 1 } })
    .list({ ontologyRid: '${ontologyRid}', objectType: '${objectType}' })
    .pipe(toArray())
    .subscribe((all) => console.log(all[0]?._tag === 'Left' ? all[0].left.reason : all.length));`;

const imports = `
  import { createClient } from 'pagewalk';
  import { undiciTransport } from 'pagewalk/node';
  import { toArray } from 'rxjs';`;

const requires = `
  const { createClient } = require('pagewalk');
  const { undiciTransport } = require('pagewalk/node');
  const { toArray } = require('rxjs');`;

/** A project with what the package needs and without undici, which none of the folders above it has either. */
const withoutUndici = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const { directory, manifest } = await installed();
  const { undici, ...peers } = manifest.peerDependencies ?? {};
  expect(undici).to.equal('^7.0.0');
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'pagewalk-')));
  const modules = join(folder, 'node_modules');
  await cp(directory, join(modules, 'pagewalk'), { recursive: true });
  for (const name of Object.keys({ ...manifest.dependencies, ...peers })) {
    await linkModule(modules, name);
  }
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const above = createRequire(join(folder, 'walk.mjs')).resolve.paths('undici') ?? [];
  expect(
    above.map((path) => join(path, 'undici')).filter(existsSync),
    'an undici that the project would find',
  ).to.be.empty;
  after(() => rm(folder, { recursive: true }));
  return folder;
};

describe('undici, which only those install who use it', () => {
  let service: Service;

  before(async () => {
    service = await startService();
  });

  after(() => service.close());

  it('serves a program in ES modules and one in CommonJS', async () => {
    const folder = await project('undici', {
      'walk.mjs': imports + walk(service),
      'walk.cjs': requires + walk(service),
    });
    for (const file of ['walk.mjs', 'walk.cjs'])
      expect(await printedBy(file, folder)).to.equal('2500\n');
  });

  it('serves a program that a bundler has made', async () => {
    const { code, imports: left } = await bundle(
      'undici-walk',
      imports + walk(service),
      ['undici'],
      forNode,
    );
    expect(left).to.include('undici');
    const folder = await project('undici', { 'walk.bundle.mjs': code });
    expect(await printedBy('walk.bundle.mjs', folder)).to.equal('2500\n');
  });

  it('is not needed to load pagewalk/node, and is asked for when undiciTransport is called', async () => {
    const call = `
      try { undiciTransport({ baseURL: 'http://127.0.0.1' }); }
      catch (error) { console.log(error.name + ': ' + error.message); }
      console.log(typeof undiciTransport({ baseURL: 'http://127.0.0.1', dispatcher: { dispatch: () => true } }));`;
    const folder = await withoutUndici({ 'call.mjs': imports + call, 'call.cjs': requires + call });
    for (const file of ['call.mjs', 'call.cjs']) {
      expect(await printedBy(file, folder)).to.equal(`TypeError: ${advice}\nfunction\n`);
    }
  });

  it('is asked for by the first walk, unrepeated, where a bundler has made the program', async () => {
    const { code } = await bundle('undici-lacking', imports + walk(service), ['undici'], forNode);
    const folder = await withoutUndici({ 'walk.bundle.mjs': code });
    expect(await printedBy('walk.bundle.mjs', folder)).to.equal(`${advice}\n`);
  });

  it('says why it does not run in a bundle that has it', async () => {
    const { code } = await bundle('undici-inside', imports + walk(service), [], forNode);
    const folder = await project('undici', { 'inside.bundle.mjs': code });
    expect(await printedBy('inside.bundle.mjs', folder)).to.match(
      /Dynamic require of "node:\w+" is not supported/,
    );
  });
});
