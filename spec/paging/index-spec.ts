import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as paging from '../../src/paging/index';
import { root } from '../textFiles';

describe('the paging entry', () => {
  it('exports these names and no others', () =>
    expect(Object.keys(paging).sort()).to.deep.equal(
      (
        'at body byCursor byLastItem byLink byOffset byPageNumber byRule header link linkIn named ' +
        'onePage orElse orEmpty query valuesOf'
      ).split(' '),
    ));

  const folder = join(root, 'src', 'paging', 'schemes');
  for (const file of readdirSync(folder)) {
    it(`has a scheme in ${file} that is at most sixty lines, comments and blank lines aside`, () => {
      const code = readFileSync(join(folder, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');
      const lines = code.split('\n').filter((line) => !/^\s*(\/\/|$)/.test(line));
      expect(lines.length).to.be.at.most(60);
    });
  }
});
