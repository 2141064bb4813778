import { expect } from 'chai';
import fc from 'fast-check';
import { retryAfter } from '../../../src/model/errors/retryAfter';
import { anyText } from '../../support/anyText';

const now = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

const waitOf = (text: string | undefined, date?: string): number | undefined =>
  retryAfter(
    {
      status: 503,
      headers: {
        ...(text !== undefined && { 'retry-after': text }),
        ...(date !== undefined && { date }),
      },
      body: '',
    },
    now,
  );

/** What each text asks for, in milliseconds. */
const rows: ReadonlyArray<
  readonly [
    what: string,
    ms: number | undefined,
    texts: ReadonlyArray<string | undefined>,
    date?: string,
  ]
> = [
  ['nothing asked', undefined, [undefined]],
  ['seconds', 120_000, ['120', '  120\t', '120.0', '00120']],
  ['parts of seconds', 250, ['0.25']],
  ['very many seconds', 1e15, ['1000000000000']],
  ['seconds, whatever the clock of the service', 5000, ['5'], 'Wed, 21 Oct 2020 07:28:00 GMT'],
  ['a date', 10_000, ['Wed, 21 Oct 2026 07:28:10 GMT']],
  ['a date that has come', 0, ['Wed, 21 Oct 2026 07:28:00 GMT', 'Fri, 31 Dec 1999 23:59:59 GMT']],
  [
    'a date by the clock of a service ahead',
    10_000,
    ['Wed, 21 Oct 2026 08:28:10 GMT'],
    'Wed Oct 21 08:28:00 2026',
  ],
  [
    'a date that is past there',
    0,
    ['Wed, 21 Oct 2026 07:28:10 GMT'],
    'Wed, 21 Oct 2026 08:28:00 GMT',
  ],
  ['a date beside an empty one', 10_000, ['Wed, 21 Oct 2026 07:28:10 GMT'], ''],
  ['a date beside one that cannot be read', 10_000, ['Wed, 21 Oct 2026 07:28:10 GMT'], '7'],
  [
    'neither',
    undefined,
    ['', '   ', 'soon', '-5', '-0.1', '5s', '10 seconds', 'NaN', 'null', '１', '1_000', '{}'],
  ],
  // A parser of dates that takes nearly anything makes "now" of these, and the backoff is gone.
  [
    'what some read as a date',
    undefined,
    ['5, 10', '5;', 'after 5', 'retry 12', '1,5', '1/2', '5 10', '#3'],
  ],
  // JavaScript reads these as numbers, HTTP does not.
  [
    'what some read as a number',
    undefined,
    ['Infinity', '-Infinity', '1e3', '1e999', '0x10', '0b11', '+5', '-0'],
  ],
  ['a header that is too long', undefined, ['1'.repeat(4_097), `${' '.repeat(4_096)}5`]],
];

describe('retryAfter', () => {
  for (const [what, ms, texts, date] of rows) {
    it(what, () =>
      expect(texts.map((text) => waitOf(text, date))).to.deep.equal(texts.map(() => ms)),
    );
  }

  it('any text gives nothing, or a number from 0 on', () => {
    const texts = fc.oneof(
      anyText,
      fc.string(),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(texts, fc.option(texts, { nil: undefined }), (text, date) => {
        const ms = waitOf(text, date);
        if (ms !== undefined) expect(ms).to.be.at.least(0);
      }),
      { numRuns: 1000 },
    );
  });
});
