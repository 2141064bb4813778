import { expect } from 'chai';
import { cp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../textFiles';
import { compile } from '../support/compile';
import type { Manifest } from '../support/Manifest';
import { oneWalk, oneWalkPrints } from '../support/oneWalk';
import { programOf } from '../support/programOf';
import { runNode } from '../support/run';
import { installed, project } from '../support/tarball';

const walk = `
  const { right } = require('fp-ts/Either');
  const { createClient, rights } = require('pagewalk');
  const { of } = require('rxjs');
  ${oneWalk}`;

const observed = `
  const { right } = require('fp-ts/Either');
  const { trace } = require('@opentelemetry/api');
  const { createClient, rights } = require('pagewalk');
  const { observeWalks } = require('pagewalk/otel');
  const { of } = require('rxjs');
  const span = trace.wrapSpanContext({ traceId: '0'.repeat(31) + '1', spanId: '0'.repeat(15) + '1', traceFlags: 1 });
  const tracer = { startSpan: (name) => (console.log('started ' + name), span) };
  const client = createClient({
    transport: () => of(right({ status: 200, headers: {}, body: '{"data":[{"properties":{"id":1}}]}' })),
  });
  observeWalks(client, { tracer });
  client.list({ ontologyRid: 'o', objectType: 't' }).pipe(rights()).subscribe((o) => console.log(o.properties.id));`;

/** The peers that every user has; Angular's packages cannot be installed in two versions here. */
const requiredPeers = ({
  peerDependencies = {},
  peerDependenciesMeta = {},
}: Manifest): ReadonlyArray<[string, string]> =>
  Object.entries(peerDependencies).filter(([peer]) => peerDependenciesMeta[peer]?.optional !== true);

/** A project with the oldest peers that the package's ranges admit. They are copied: a link would lead to the newest. */
const oldProject = async (): Promise<string> => {
  const { directory, manifest } = await installed();
  const folder = await project('oldest', {
    'node_modules/.keep': '',
    'walk.cjs': walk,
    'observed.cjs': observed,
    'right.ts': programOf('right'),
  });
  const modules = join(folder, 'node_modules');
  await cp(directory, join(modules, 'pagewalk'), { recursive: true });
  for (const [peer] of requiredPeers(manifest)) {
    await cp(join(root, 'node_modules', `${peer}-oldest`), join(modules, peer), { recursive: true });
  }
  await cp(join(root, 'node_modules/opentelemetry-api-oldest'), join(modules, '@opentelemetry/api'), {
    recursive: true,
  });
  await symlink(join(root, 'node_modules/axios'), join(modules, 'axios'), 'dir');
  return folder;
};

describe('the oldest peers', () => {
  let folder: string;

  before(async () => {
    folder = await oldProject();
  });

  it('are those at which the ranges begin', async () => {
    const { manifest } = await installed();
    for (const [peer, range] of requiredPeers(manifest)) {
      const { stdout } = await runNode(['-p', `require('${peer}/package.json').version`], folder);
      expect(range, peer).to.equal(`^${stdout.trim()}`);
    }
  });

  it('walk a page', async () => {
    const { stdout, stderr } = await runNode(['walk.cjs'], folder);
    expect(stdout, stderr).to.equal(oneWalkPrints);
  });

  it('that of OpenTelemetry observes a walk', async () => {
    const { manifest } = await installed();
    // Its exports hide its package.json.
    const text = await readFile(join(folder, 'node_modules/@opentelemetry/api/package.json'), 'utf8');
    const { version } = JSON.parse(text) as Manifest;
    expect(manifest.peerDependencies?.['@opentelemetry/api']).to.equal(`^${version}`);
    const { stdout, stderr } = await runNode(['observed.cjs'], folder);
    expect(stdout, stderr).to.equal('started walk listObjects\nstarted page\n1\n');
  });

  it('fit the types of a typical program', async () => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
    };
    // Their own declarations are not ours to check with a compiler that is years younger.
    const config = { compilerOptions: { ...compilerOptions, types: [], skipLibCheck: true }, files: ['right.ts'] };
    expect(await compile('oldest', config)).to.deep.equal([]);
  });
});
