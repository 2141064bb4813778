import { expect } from 'chai';
import { csvRow } from '../../../src/cli/stream/csvRow';

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

describe('csvRow writes', () => {
  for (const [what, values, row] of rows) {
    it(what, () => {
      expect(csvRow(values)).to.equal(`${row}\r\n`);
    });
  }
});
