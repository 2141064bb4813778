import { expect } from 'chai';
import fc from 'fast-check';
import * as O from 'fp-ts/Option';
import { csvFormat } from '../../../src/cli/formats/csv';
import { FormatProblem, itemView } from '../../../src/cli/formats/Format';
import { bodyOf, expectLinear } from '../../support/cost/growth';
import { chunksOf, collected } from '../support/chunks';
import { csvRows } from '../support/csvRows';
import { record, withFields } from '../support/records';

const csv = csvFormat(false, itemView({}));
const spreadsheetCsv = csvFormat(true, itemView({}));

/** The row of an object, below the names of its columns. */
const csvRow = (values: ReadonlyArray<unknown>): string => {
  const { add } = csv.begin();
  const row = record(Object.fromEntries(values.entries()));
  add(row);
  return add(row);
};

const rows: ReadonlyArray<readonly [what: string, values: ReadonlyArray<unknown>, row: string]> = [
  ['plain values as they are', ['Ada', 36, true, -1.5], 'Ada,36,true,-1.5'],
  ['quotes around a comma', ['a,b', 'c'], '"a,b",c'],
  ['quotes around a quote, which is doubled', ['say "hi"'], '"say ""hi"""'],
  ['quotes around line breaks', ['a\nb', 'c\r\nd', 'e\rf'], '"a\nb","c\r\nd","e\rf"'],
  ['spaces as a part of the value', [' a ', 'b'], ' a ,b'],
  ['null and a missing value as an empty cell', [null, undefined, 1], ',,1'],
  ['the empty text as quotes, so that it is not null', ['', null], '"",'],
  ['nested values as JSON', [[{ given: 'Ada' }], { a: 1 }], '"[{""given"":""Ada""}]","{""a"":1}"'],
  ['a text that looks like JSON as it is', ['[1]'], '[1]'],
  ['one empty cell as quotes, for a blank line is skipped', [null], '""'],
  ['other scripts as they are', ['Ада', '名前'], 'Ада,名前'],
];

describe('csv writes', () => {
  for (const [what, values, row] of rows) {
    it(what, () => expect(csvRow(values)).to.equal(`${row}\r\n`));
  }
});

describe('csvRows', () => {
  it('reads what csv writes, in whatever pieces', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(
            fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', ',', '\r\n', '', '""')),
            {
              minLength: 2,
              maxLength: 4,
            },
          ),
        ),
        fc.integer({ min: 1, max: 7 }),
        async (rows, size) => {
          expect(await collected(csvRows(chunksOf(rows.map(csvRow).join(''), size)))).to.deep.equal(
            rows,
          );
        },
      ),
    ));

  it('tells a missing value from an empty text', async () => {
    expect(await collected(csvRows(chunksOf(csvRow([null, '', 1]), 2)))).to.deep.equal([
      [undefined, '', '1'],
    ]);
  });

  it('gives no row that has not ended', async () => {
    expect(await collected(csvRows(chunksOf('a,b\r\n1,"two', 3)))).to.deep.equal([['a', 'b']]);
  });
});

/** The cells of a document with one column. */
const cellsOf = (text: string): ReadonlyArray<string> =>
  text
    .split('\r\n')
    .slice(0, -1)
    .map((cell) => cell.replace(/^"([^]*)"$/, '$1'));

describe('csv', () => {
  it('leaves a cell empty where an object lacks the property, also one called constructor', () => {
    const { add, losses } = csv.begin();
    const text = add(record({ constructor: 'a', toString: 'b', id: 1 })) + add(record({ id: 2 }));
    expect(text).to.equal('constructor,toString,id\r\na,b,1\r\n,,2\r\n');
    expect(losses(String)).to.deep.equal([]);
  });

  it('tells of fields beside the properties', () => {
    const { add, losses } = csv.begin();
    const text = add(withFields({ id: 1 }, { rid: 'ri.1' }));
    expect(text).to.equal('id\r\n1\r\n');
    expect(losses(String)).to.deep.equal([
      'csv has no column for fields beside the properties of 1 object: rid (ndjson and json keep them)',
    ]);
  });

  /** What is said where a page cannot be held. */
  const refusal = (act: () => unknown): string => {
    try {
      act();
    } catch (error) {
      if (error instanceof FormatProblem) return error.told(String);
      throw error;
    }
    throw new Error('it was held');
  };
  const because =
    ': its columns are those of the first page, 16384 at most. Name the ones that you want with --fields, or use --format ndjson';

  it('has a column for each property of the first page, in the order in which they came', () => {
    const { open, add } = csv.begin();
    const page = [{ id: 1 }, { id: 2, name: 'a' }, { at: 3, id: null }].map((one) => record(one));
    open(page);
    expect(page.map(add).join('')).to.equal('id,name,at\r\n1,,\r\n2,a,\r\n,,3\r\n');
  });

  it('refuses a later page that has another one, and is as it was before', () => {
    const formatter = csv.begin();
    formatter.open([record({ id: 1 })]);
    const head = formatter.add(record({ id: 1 }));
    const memory = formatter.memory();
    const page = [record({ id: 2 }), record({ id: 3, colour: 'red' })];
    expect(
      refusal(() => {
        formatter.open(page);
      }),
    ).to.equal(`csv has no column for colour${because}`);
    expect(formatter.memory()).to.deep.equal(memory);
    const resumed = csv.resume(JSON.parse(JSON.stringify(memory)));
    expect(
      refusal(() => {
        if (O.isSome(resumed)) resumed.value.open(page);
      }),
    ).to.include('colour');
    expect(head + formatter.add(record({ id: 2 }))).to.equal('id\r\n1\r\n2\r\n');
  });

  it('takes its columns from the next page where nothing of the first one could be written', () => {
    const formatter = csv.begin();
    formatter.open([record({ id: 1 })]);
    const resumed = csv.resume(JSON.parse(JSON.stringify(formatter.memory())));
    if (O.isNone(resumed)) throw new Error('the memory was not taken');
    resumed.value.open([record({ name: 'a' })]);
    expect(resumed.value.add(record({ name: 'a' }))).to.equal('name\r\na\r\n');
  });

  it('names ten of many', () => {
    const { add, open } = csv.begin();
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, index]));
    add(record({ id: 1 }));
    expect(
      refusal(() => {
        open([record(many), record({ another: 1 })]);
      }),
    ).to.equal(`csv has no column for p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, …${because}`);
  });

  it('tells what 1.0.0-rc.2 has left out', () => {
    const kept = {
      columns: ['id'],
      properties: { objects: 2, names: ['colour', 'name'] },
      fields: { objects: 0, names: [] },
      formulas: 0,
    };
    const resumed = csv.resume(kept);
    if (O.isNone(resumed)) throw new Error('the memory was not taken');
    expect(resumed.value.add(record({ id: 3 }))).to.equal('3\r\n');
    expect(resumed.value.losses(String)).to.deep.equal([
      'csv has no column for some properties of 2 objects: colour, name (ndjson and json keep them)',
    ]);
    expect(resumed.value.memory()).to.deep.equal(kept);
  });

  /** What a spreadsheet would run, and how it is written so that none does. */
  const formulas = new Map([
    ...['=1+1', '+cmd', '-cmd|x', '@sum', '＝1'].map((text) => [text, `'${text}`] as const),
    ...['\ufeff=1+1', ' =1', '\u200b\ufeff@sum', '\0-cmd'].map(
      (text) => [text, `'${text}`] as const,
    ),
    ['\t=1', `'\t'=1`],
    ['\r=1', `'\r'=1`],
    ['a;=1+1', `a;'=1+1`],
    ['a;; =1+1', `a;; '=1+1`],
    ['a|@sum', `a|'@sum`],
    ['a;-5;-x', `a;-5;'-x`],
    ['one\n=1', `one\n'=1`],
    ['=1;=1', `'=1;'=1`],
  ]);
  const numbers = ['-5', '+49', '-1.5e3', ' -5', 'a;-5', 'a;-1.5e3;x'];
  const harmless = [...numbers, 'a=1', 'x', '', 'a; b', 'a -b', '\ufeffa', 'a,=b'];

  for (const [text, safely] of formulas) {
    it(`writes ${JSON.stringify(text)} as it is and tells that a spreadsheet would run it, or writes it as a text`, () => {
      const [plain, safe] = [csv.begin(), spreadsheetCsv.begin()];
      expect(cellsOf(plain.add(record({ a: text })))).to.deep.equal(['a', text]);
      expect(plain.losses(String)).to.deep.equal([
        '1 cell of csv begins like a formula, which a spreadsheet would run (--escape-formulas writes it as text)',
      ]);
      expect(cellsOf(safe.add(record({ a: text })))).to.deep.equal(['a', safely]);
      expect(safe.losses(String)).to.deep.equal([]);
    });
  }

  it('leaves numbers and other texts alone, and says nothing of them', () => {
    for (const format of [csv, spreadsheetCsv]) {
      const { add, losses } = format.begin();
      for (const value of [...harmless, -5, -0.5, true, null, { '=1': '=1' }]) {
        const row = add(record({ a: value }))
          .split('\r\n')
          .at(-2);
        expect(`${row}\r\n`).to.equal(csvRow([value]));
      }
      expect(losses(String)).to.deep.equal([]);
    }
  });

  /** The cells of a text as a spreadsheet reads it whose separator is another one. */
  const readWith = (separator: string, text: string): ReadonlyArray<string> => {
    const cells: Array<string> = [];
    let cell = '';
    let isQuoted = false;
    for (let at = 0; at <= text.length; at += 1) {
      const char = text.charAt(at);
      if (isQuoted && char === '"' && text.charAt(at + 1) === '"') {
        cell += char;
        at += 1;
      } else if (char === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
      else if (!isQuoted && ['', '\r', '\n', separator].includes(char)) {
        cells.push(cell);
        cell = '';
      } else cell += char;
    }
    return cells;
  };

  it('lets no spreadsheet run a cell, whatever separates cells there', () => {
    const part = fc.constantFrom(...Array.from('=+-@1a;|,\t\n\r "\ufeff＝'));
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    const value = fc.oneof(text, fc.record({ nested: text }), fc.integer());
    fc.assert(
      fc.property(
        fc.tuple(value, value, value),
        fc.constantFrom(',', ';', '|', '\t'),
        ([a, b, c], separator) => {
          for (const cell of readWith(separator, spreadsheetCsv.begin().add(record({ a, b, c })))) {
            // A number stays one, whatever follows it in its row. What is behind another separator is no formula either.
            const last = cell.replace(/^([\s\ufeff]*[+-]?\d+[;|\t])+/, '');
            if (!/^[\s\ufeff]*[+-]?\d+([,"]|$)/.test(last))
              expect(last).to.not.match(/^[\s\ufeff]*[=+\-@＝]/);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('takes only a whole cell for a number, whatever separates cells', () => {
    const { add } = spreadsheetCsv.begin();
    for (const sum of ['-1 +1', '+1\u00a0+1', '-1"+1', `-${'1'.repeat(1_001)}+1`]) {
      expect(add(record({ a: `x;${sum}` }))).to.include(`x;'${sum.slice(0, 2)}`);
    }
    expect(add(record({ a: 'x;-1;-2' }))).to.equal('x;-1;-2\r\n');
    const digits = `-${'1'.repeat(1_000)}`;
    expect(add(record({ a: digits }))).to.equal(`${digits}\r\n`);
  });

  for (const unit of [
    ...[';=', ';-', ';-1', ';-1a', ';a', '; ', '"'],
    ...[';"=', '\n=', '\u0001', ';\u200b=', '\u200b', '\u{E0001}', '😀;='],
  ]) {
    it(`law 31: a long text of ${JSON.stringify(unit)} takes at most eight times as long where it is four times as long`, () => {
      for (const format of [spreadsheetCsv, csv]) {
        const formatter = format.begin();
        expectLinear((times) => {
          const text = bodyOf(unit.repeat((100_000 * times) / unit.length));
          return () => formatter.add(record({ text }));
        });
      }
    });
  }

  it('escapes a text of a million separators in one pass', () => {
    const { add } = spreadsheetCsv.begin();
    expect(add(record({ a: '\n'.repeat(1_000_000) }))).to.have.length(1_000_008);
    expect(add(record({ a: ';1'.repeat(1_000_000) }))).to.have.length(2_000_002);
  });

  it('takes the names of columns for cells, too', () => {
    const { add } = spreadsheetCsv.begin();
    expect(add(record({ '=a': 1 }))).to.equal("'=a\r\n1\r\n");
  });

  it('counts formulas across runs', () => {
    const first = csv.begin();
    first.add(record({ a: '=1' }));
    const second = csv.resume(JSON.parse(JSON.stringify(first.memory())));
    if (O.isNone(second)) throw new Error('the memory was not taken');
    second.value.add(record({ a: '=2' }));
    expect(second.value.losses(String)[0]).to.match(/^2 cells of csv begin like a formula/);
  });

  it('has no more columns than a spreadsheet, and none for a name that nobody would give a property', () => {
    const names = Array.from({ length: 16_385 }, (_, at) => `p${at}`);
    const all = record(Object.fromEntries(names.map((name) => [name, 1])));
    expect(
      refusal(() => {
        csv.begin().open([all]);
      }),
    ).to.equal(`csv has no column for p16384${because}`);
    expect(refusal(() => csv.begin().add(record({ id: 1, ['x'.repeat(1_001)]: 2 })))).to.equal(
      `csv has no column for a name of 1001 characters${because}`,
    );
  });
});
