import { expect } from 'chai';
import { join } from 'node:path';
import { runNode } from './support/run';
import { installed } from './support/tarball';

describe('the installed command', () => {
  it('streams objects from the embedded service', async () => {
    const { consumer, directory, manifest } = await installed();
    const bin = join(directory, manifest.bin?.pagewalk ?? '');
    const { code, stdout, stderr } = await runNode(
      [bin, 'list', '--limit', '2', '--quiet'],
      consumer,
    );
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { properties: { id: number } }).properties.id);
    expect(ids).to.deep.equal([1, 2]);
  });
});
