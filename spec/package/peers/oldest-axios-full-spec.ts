import { expect } from 'chai';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../textFiles';
import { programOf } from '../support/programOf';
import { printedBy, runNode } from '../support/run';
import { installed, linkModule, project } from '../support/tarball';

const expected = [
  ...['http', 'fetch'].flatMap((name) => [
    `${name} /page 200 11 {"data":[]}`,
    `${name} /packed 200 11 {"data":[]}`,
    `${name} /moved 302 5 moved`,
    `${name} /empty 204 0 `,
    `${name} /unchanged 304 0 `,
    `${name} /large 503 65536 ${'a'.repeat(20)}`,
    `${name} /denied 401 6 denied7`,
    `${name} /bytes NotUtf8`,
    `${name} /broken NetworkFailure`,
  ]),
  'CONNECT objects.example.com:443 undefined',
].join('\n');

/** A project with a certain axios for the package, and one for the instance of its user. */
const printed = async (own: string, instance: string): Promise<string> => {
  const { directory } = await installed();
  const folder = await project(`axios-${own}-${instance}`, { 'program.cjs': programOf('axios') });
  const modules = join(folder, 'node_modules');
  await cp(directory, join(modules, 'pagewalk'), { recursive: true });
  await linkModule(modules, own, 'axios');
  await linkModule(modules, instance, 'instance-axios');
  return (await printedBy('program.cjs', folder)).trimEnd();
};

describe('the oldest dependencies', () => {
  it('are those at which the ranges begin', async () => {
    const { dependencies = {} } = (await installed()).manifest;
    for (const [name, range] of Object.entries(dependencies)) {
      const path = join(root, 'node_modules', `${name}-oldest`, 'package.json');
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { readonly version: string };
      expect(range, name).to.equal(`^${version}`);
    }
  });

  it('axios behaves as the newest does, by either adapter', async () => {
    expect(await printed('axios', 'axios')).to.equal(expected);
    expect(await printed('axios-oldest', 'axios-oldest')).to.equal(expected);
  });

  for (const version of ['axios-1.7', 'axios-1.15']) {
    it(`and take an instance of ${version}, beside the newest axios or the oldest`, async () => {
      expect(await printed('axios', version)).to.equal(expected);
      expect(await printed('axios-oldest', version)).to.equal(expected);
    });
  }

  it('commander runs the command', async () => {
    const { directory, manifest } = await installed();
    const folder = await project('oldest-commander', {});
    const modules = join(folder, 'node_modules');
    await cp(directory, join(modules, 'pagewalk'), { recursive: true });
    await linkModule(modules, 'commander-oldest', 'commander');
    const bin = join(modules, 'pagewalk', manifest.bin?.pagewalk ?? '');
    const { code, stdout, stderr } = await runNode(
      [bin, 'list', '--limit', '2', '--quiet'],
      folder,
    );
    expect({ code, stderr, lines: stdout.trim().split('\n').length }).to.deep.equal({
      code: 0,
      stderr: '',
      lines: 2,
    });
  });
});
