import { expect } from 'chai';
import { type Report, reportTable } from '../../../src/cli/check/Report';

const report: Report = {
  endpoint: 'listObjects',
  revision: '1.0',
  objectTypes: ['employee', 'event'],
  pages: 125,
  objects: 12_500,
  rules: [
    { id: 'a', section: '2.1', rule: 'data is an array', status: 'holds', detail: 'not told' },
    { id: 'b', section: '2.1.3', rule: 'no page is empty', status: 'broken', detail: 'page 4 is' },
    { id: 'c', section: '4.1, 8', rule: 'sizes are reduced', status: 'not seen', detail: 'one page' },
  ],
};

describe('reportTable', () => {
  it('has a line for each rule, broken ones first and marked, and counts them', () => {
    expect(reportTable(report, false)).to.equal(
      [
        'listObjects, revision 1.0: employee, event (12,500 objects in 125 pages)',
        '✗ broken    2.1.3   no page is empty: page 4 is',
        '  holds     2.1     data is an array',
        '  not seen  4.1, 8  sizes are reduced: one page',
        '  1 hold, 1 broken, 1 not seen',
        '',
      ].join('\n'),
    );
  });

  it('has colours on a terminal, and says the same with them', () => {
    const coloured = reportTable(report, true);
    expect(coloured).to.include('\x1b[31;1mbroken');
    // eslint-disable-next-line no-control-regex -- the colours are control characters
    expect(coloured.replace(/\x1b\[[\d;]*m/g, '')).to.equal(reportTable(report, false));
  });
});
