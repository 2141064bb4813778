import { expect } from 'chai';
import type { Edit } from '../../../src/list/edits/Edit';
import { putOver } from '../../../src/list/edits/putOver';

interface Row {
  readonly id: number;
  readonly text?: string;
}

describe('edits over rows', () => {
  it('are one pass: each of 19,000 rows is looked at once for 300 edits', () => {
    const blocks = Array.from({ length: 19 }, (_, block) => ({
      rows: Array.from({ length: 1_000 }, (_row, index): Row => ({ id: block * 1_000 + index })),
    }));
    const edits = Array.from({ length: 300 }, (_, index): Edit<Row> => {
      const key = index * 60;
      if (index % 3 === 0) return { type: 'remove', key };
      if (index % 3 === 1) return { type: 'insert', object: { id: -key }, after: key };
      return { type: 'patch', key, change: (row) => ({ ...row, text: 'new' }) };
    });
    let looks = 0;
    const of = ({ id }: Row): number => {
      looks += 1;
      return id;
    };
    const shown = putOver(blocks, edits, { of, real: (key) => key }).flatMap(({ rows }) => rows);
    expect(shown.length).to.equal(19_000);
    expect(shown.slice(59, 62).map(({ id }) => id)).to.deep.equal([60, -60, 61]);
    // Besides, what is inserted, and what a patch has made.
    expect(looks).to.be.at.most(19_000 + 2 * edits.length);
  });
});
