import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../textFiles';

const run = promisify(execFile);

describe('the memory of a server', () => {
  it('is flat over 900 renders', async function () {
    this.timeout(600_000);
    const { stdout } = await run(process.execPath, [
      '--expose-gc',
      join(root, 'spec/browser/ssr/renders.mjs'),
      '900',
    ]);
    const { renders, heaps } = JSON.parse(stdout) as {
      readonly renders: number;
      readonly heaps: ReadonlyArray<number>;
    };
    expect([renders, heaps.length]).to.deep.equal([900, 9]);
    const [early = 0, late = Infinity] = [heaps[2], heaps[8]];
    // Code that is compiled and tables that fill up take a megabyte meanwhile; one application takes half of one.
    expect(late - early).to.be.below(4);
  });
});
