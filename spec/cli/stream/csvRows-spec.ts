import { expect } from 'chai';
import fc from 'fast-check';
import { csvRow } from '../../../src/cli/stream/csvRow';
import { csvRows } from '../../../src/cli/stream/csvRows';
import { chunksOf, collected } from '../support/chunks';

describe('csvRows', () => {
  it('reads what csvRow writes, in whatever pieces', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', ',', '\r\n', '', '""')), {
            minLength: 2,
            maxLength: 4,
          }),
        ),
        fc.integer({ min: 1, max: 7 }),
        async (rows, size) => {
          expect(await collected(csvRows(chunksOf(rows.map(csvRow).join(''), size)))).to.deep.equal(rows);
        },
      ),
    ));

  it('tells a missing value from an empty text', async () => {
    expect(await collected(csvRows(chunksOf(csvRow([null, '', 1]), 2)))).to.deep.equal([[undefined, '', '1']]);
  });

  it('gives no row that has not ended', async () => {
    expect(await collected(csvRows(chunksOf('a,b\r\n1,"two', 3)))).to.deep.equal([['a', 'b']]);
  });
});
