import { expect } from 'chai';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The benchmark is plain JavaScript that runs without a build, so that its types are said here. */
const load = async <M>(path: string): Promise<M> =>
  (await import(pathToFileURL(join(__dirname, '../../bench', path)).href)) as M;

interface Statistics {
  readonly median: (values: ReadonlyArray<number>) => number;
  readonly spread: (values: ReadonlyArray<number>) => number;
}
interface Blocks {
  readonly rewriteBlocks: (document: string, texts: Readonly<Record<string, string>>) => string;
}
interface Tables {
  readonly markdownTable: (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) => string;
}
interface Row {
  readonly contestant: string;
  readonly label: string;
  readonly ratio: number;
}
interface Plots {
  readonly plot: (results: ReadonlyArray<{ readonly title: string; readonly rows: ReadonlyArray<Row> }>) => string;
}

describe("the benchmark's report", () => {
  it('takes the middle of the values, between two where there is no one in the middle', async () => {
    const { median } = await load<Statistics>('race/statistics.mjs');
    expect(median([9, 1, 5])).to.equal(5);
    expect(median([4, 1, 2, 9])).to.equal(3);
  });

  it('says how far the middle half is apart, whatever one lap did', async () => {
    const { spread } = await load<Statistics>('race/statistics.mjs');
    expect(spread([100, 100, 100])).to.equal(0);
    expect(spread([90, 95, 100, 105, 9_000])).to.be.closeTo(0.1, 1e-9);
  });

  it('rewrites the blocks that it has text for, and nothing else', async () => {
    const { rewriteBlocks } = await load<Blocks>('report/rewriteBlocks.mjs');
    const document = 'a\n<!-- bench:x -->\nold\n<!-- /bench:x -->\nb\n<!-- bench:y -->\nkept\n<!-- /bench:y -->\n';
    const rewritten = rewriteBlocks(document, { x: 'new $& text\n', z: 'lost' });
    expect(rewritten).to.equal(document.replace('\nold\n', () => '\n\nnew $& text\n\n'));
    expect(rewriteBlocks(rewritten, { x: 'new $& text\n' })).to.equal(rewritten);
  });

  it('writes one row for each contestant of a shared process, with what every course took', async () => {
    const { tableOf } = await load<{ readonly tableOf: (result: object) => string }>('report/table.mjs');
    const course = (name: string, ratio: number) => ({ course: name, ratio, cpuRatio: ratio / 2 });
    const rows = [
      { contestant: 'axiosTextLoop', courses: [course('pages of 10', 1), course('64 walks', 1)] },
      { contestant: 'pagewalkUndici', courses: [course('pages of 10', 0.5), course('64 walks', 0.8)] },
    ];
    const table = tableOf({ kind: 'shared', title: 'Shared', rounds: 3, rows });
    expect(table).to.match(
      /^\*\*Shared\*\* \(3 rounds\)\n\n\| contestant +\| +checks \| pages of 10 \| +CPU \| 64 walks \| +CPU \|/,
    );
    expect(table).to.match(/\| Pagewalk over undici +\| every object \| +0\.50 \| 0\.25 \| +0\.80 \| 0\.40 \|/);
  });

  it('writes tables whose columns are in line', async () => {
    const { markdownTable } = await load<Tables>('report/markdownTable.mjs');
    const table = markdownTable(
      ['who', 'time'],
      [
        ['a', '1 ms'],
        ['longer', '10.50 s'],
      ],
    );
    expect(table.split('\n')).to.deep.equal([
      '| who    |    time |',
      '| ------ | ------: |',
      '| a      |    1 ms |',
      '| longer | 10.50 s |',
    ]);
  });

  it('draws a bar for everyone, shortest first, with names that are text', async () => {
    const { plot } = await load<Plots>('report/plot.mjs');
    const rows = [
      { contestant: 'axiosLoop', label: 'bare loop', ratio: 1 },
      { contestant: 'pagewalkReadAhead0', label: 'Page<walk>', ratio: 0.95 },
    ];
    const svg = plot([{ title: 'Few & <many>', rows }]);
    expect(svg.match(/<rect class="bar/g)).to.have.length(2);
    expect(svg.indexOf('Page&lt;walk&gt; ✓')).to.be.within(0, svg.indexOf('bare loop</text>'));
    expect(svg).to.include('Few &amp; &lt;many&gt;').and.include('prefers-color-scheme: dark');
  });
});
