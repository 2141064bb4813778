import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../textFiles';

/** How many laws there are. */
const lawCount = 40;

interface Row {
  readonly law: number;
  readonly spec: string | undefined;
}

const rows: ReadonlyArray<Row> = [
  ...readFileSync(join(root, 'docs/maintainers/laws.md'), 'utf8').matchAll(/^\| (\d+) .*\| (?:`([^`]+)`)?.*\|$/gm),
].map(([, law, spec]) => ({ law: Number(law), spec }));

/** Whether the title of a suite or a case carries the number of a law. */
const carries = (source: string, law: number): boolean =>
  new RegExp(`\\b(?:describe|it)\\(\\s*['"\`][^\\n]*\\blaws? (?:\\d+(?:, | and ))*${law}\\b`, 'i').test(source);

describe('the laws', () => {
  it('are all listed, in their order', () => {
    expect(rows.map(({ law }) => law)).to.deep.equal(Array.from({ length: lawCount }, (_, index) => index + 1));
  });

  for (const { law, spec } of rows) {
    it(`${law} has a spec that carries its number`, () => {
      const path = join(root, spec ?? 'no spec is named');
      expect(existsSync(path), path).to.equal(true);
      expect(carries(readFileSync(path, 'utf8'), law), spec).to.equal(true);
    });
  }
});
