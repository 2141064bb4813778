import { expect } from 'chai';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../textFiles';
import { compile } from '../support/compile';
import { rightProgram } from '../support/consumerSource';
import type { Manifest } from '../support/Manifest';
import { oneWalk, oneWalkPrints } from '../support/oneWalk';
import { runNode } from '../support/run';
import { installed, project } from '../support/tarball';

const walk = `
  const { right } = require('fp-ts/Either');
  const { createClient, rights } = require('pagewalk');
  const { of } = require('rxjs');
  ${oneWalk}`;

/** The peers that every user has; Angular's packages cannot be installed in two versions here. */
const requiredPeers = ({
  peerDependencies = {},
  peerDependenciesMeta = {},
}: Manifest): ReadonlyArray<[string, string]> =>
  Object.entries(peerDependencies).filter(([peer]) => peerDependenciesMeta[peer]?.optional !== true);

/** A project with the oldest peers that the package's ranges admit. They are copied: a link would lead to the newest. */
const oldProject = async (): Promise<string> => {
  const { directory, manifest } = await installed();
  const folder = await project('oldest', { 'node_modules/.keep': '', 'walk.cjs': walk, 'right.ts': rightProgram });
  const modules = join(folder, 'node_modules');
  await cp(directory, join(modules, 'pagewalk'), { recursive: true });
  for (const [peer] of requiredPeers(manifest)) {
    await cp(join(root, 'node_modules', `${peer}-oldest`), join(modules, peer), { recursive: true });
  }
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
