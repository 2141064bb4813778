import { expect } from 'chai';
import { runBin } from './support/bin';

describe('the bin', () => {
  it('list writes every object of the embedded service, one in a line, and nothing else', async () => {
    const { code, stdout, stderr } = await runBin(['list']);
    expect(code).to.equal(0);
    const lines = stdout.split('\n').slice(0, -1);
    const ids = lines.map(
      (line) => (JSON.parse(line) as { properties: { id: number } }).properties.id,
    );
    expect(ids).to.deep.equal(Array.from({ length: 2_500 }, (_, index) => index + 1));
    expect(stderr).to.match(/^pagewalk: 2,500 objects in 25 pages, .*, \d+ retries\n$/);
  });

  it('wrong usage is exit code 2, without a stack trace', async () => {
    const { code, stdout, stderr } = await runBin(['list', '--page-size', 'many']);
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(stderr).to.match(/^pagewalk: --page-size must be .*\n$/);
  });

  it('help is a success, as --help is', async () => {
    const { code, stdout, stderr } = await runBin(['help', 'list']);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.match(/^Usage: pagewalk list/m);
  });
});
