import { expect } from 'chai';
import fc from 'fast-check';
import { retryAfter } from '../../../src/model/errors/retryAfter';
import { anyText } from '../../support/anyText';

const now = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

const waitOf = (text: string | undefined, date?: string): number | undefined =>
  retryAfter(
    {
      status: 503,
      headers: { ...(text !== undefined && { 'retry-after': text }), ...(date !== undefined && { date }) },
      body: '',
    },
    now,
  );

/** What each text asks for, in milliseconds. */
const rows: ReadonlyArray<
  readonly [what: string, ms: number | undefined, texts: ReadonlyArray<string | undefined>, date?: string]
> = [
  ['nothing asked', undefined, [undefined]],
  ['seconds', 120_000, ['120', '  120\t', '120.0', '00120']],
  ['parts of seconds', 250, ['0.25']],
  ['very many seconds', 1e15, ['1000000000000']],
  ['seconds, whatever the clock of the service', 5000, ['5'], 'Wed, 21 Oct 2020 07:28:00 GMT'],
  ['a date', 10_000, ['Wed, 21 Oct 2026 07:28:10 GMT']],
  ['a date that has come', 0, ['Wed, 21 Oct 2026 07:28:00 GMT', 'Fri, 31 Dec 1999 23:59:59 GMT']],
  ['a date by the clock of a service ahead', 10_000, ['Wed, 21 Oct 2026 08:28:10 GMT'], 'Wed Oct 21 08:28:00 2026'],
  ['a date that is past there', 0, ['Wed, 21 Oct 2026 07:28:10 GMT'], 'Wed, 21 Oct 2026 08:28:00 GMT'],
  ['a date beside an empty one', 10_000, ['Wed, 21 Oct 2026 07:28:10 GMT'], ''],
  ['a date beside one that cannot be read', 10_000, ['Wed, 21 Oct 2026 07:28:10 GMT'], '7'],
  ['neither', undefined, ['', '   ', 'soon', '-5', '-0.1', '5s', '10 seconds', 'NaN', 'null', '１', '1_000', '{}']],
  // A parser of dates that takes nearly anything makes "now" of these, and the backoff is gone.
  ['what some read as a date', undefined, ['5, 10', '5;', 'after 5', 'retry 12', '1,5', '1/2', '5 10', '#3']],
  // JavaScript reads these as numbers, HTTP does not.
  ['what some read as a number', undefined, ['Infinity', '-Infinity', '1e3', '1e999', '0x10', '0b11', '+5', '-0']],
  ['a header that is too long', undefined, ['1'.repeat(4_097), `${' '.repeat(4_096)}5`]],
];

describe('retryAfter', () => {
  for (const [what, ms, texts, date] of rows) {
    it(what, () => expect(texts.map((text) => waitOf(text, date))).to.deep.equal(texts.map(() => ms)));
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

  it('any number of seconds and any later date is what it says', () =>
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), (seconds) => {
        expect(waitOf(String(seconds))).to.equal(seconds * 1000);
        expect(waitOf(new Date(now + seconds * 1000).toUTCString())).to.equal(seconds * 1000);
      }),
    ));

  const date = 'Wed, 21 Oct 2026 06:28:00 GMT';
  const since1970 = Date.parse(date) / 1000;
  const limits: ReadonlyArray<readonly [headers: Readonly<Record<string, string>>, ms: number | undefined]> = [
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, 30_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' }, 30_000],
    [{ 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '30' }, 30_000],
    [{ ratelimit: '"name";r=0;t=30' }, 30_000],
    [{ ratelimit: '"name"; t=30; r=0 ;pk=:cGs=:' }, 30_000],
    [{ ratelimit: '"a";r=0;t=30, "b";r=0;t=90, "c";r=7;t=900' }, 90_000],
    [{ ratelimit: '"a,;r=0;t=5";r=3;t=30' }, undefined],
    [{ ratelimit: '"a\\";r=0;t=90, \\\\";r=0;t=30' }, 30_000],
    [{ ratelimit: '"a";r=1;t=30' }, undefined],
    [{ ratelimit: '"a";rr=0;t=30' }, undefined],
    [{ ratelimit: '"a";r=0.5;t=30' }, undefined],
    [{ ratelimit: '"a";r=0' }, undefined],
    [{ ratelimit: 'limit=10, remaining=0, reset=30' }, undefined],
    [{ ratelimit: `"${'a'.repeat(4_090)}";r=0;t=30` }, undefined],
    // Seconds up to 10^9, seconds since 1970, milliseconds since 1970, a date.
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1000000000' }, 1e12],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(since1970 + 40), date }, 40_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(since1970 + 40.25), date }, 40_250],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String((since1970 + 40) * 1000), date }, 40_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'Wed, 21 Oct 2026 06:28:40 GMT', date }, 40_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 40) }, 40_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 - 40) }, 0],
    // What remains is digits, and a reset counts only with the remaining of its own family.
    [{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '30' }, undefined],
    [{ 'x-ratelimit-remaining': '0, 0', 'x-ratelimit-reset': '30' }, undefined],
    [{ 'x-ratelimit-remaining': '0;w=60', 'x-ratelimit-reset': '30' }, undefined],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }, undefined],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': ' '.repeat(4_096) + '30' }, undefined],
    [{ 'x-ratelimit-remaining': '0' }, undefined],
    [{ 'x-ratelimit-reset': '30' }, undefined],
    [{ 'x-ratelimit-remaining': '0', 'x-rate-limit-reset': '30' }, undefined],
    // Several are several limits: of those that have none left the longest reset counts.
    [
      {
        'ratelimit-remaining': '0',
        'ratelimit-reset': '5',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '50',
        'x-rate-limit-remaining': '9',
        'x-rate-limit-reset': '500',
        ratelimit: '"a";r=0;t=20',
      },
      50_000,
    ],
    [{ 'x-ratelimit-remaining': '0', 'ratelimit-remaining': '0', 'ratelimit-reset': '5' }, 5_000],
    // A Retry-After that can be read comes first.
    [{ 'retry-after': '2', ratelimit: '"a";r=0;t=30' }, 2_000],
    [{ 'retry-after': 'soon', ratelimit: '"a";r=0;t=30' }, 30_000],
  ];
  for (const [headers, ms] of limits) {
    it(`law 39: ${JSON.stringify(headers).slice(0, 150)} of a 403, 429 or 503`, () => {
      const waits = [403, 429, 503].map((status) => retryAfter({ status, headers, body: '' }, now));
      expect(waits).to.deep.equal([ms, ms, ms]);
      const others = [200, 400, 401, 500].map((status) => retryAfter({ status, headers, body: '' }, now));
      const asked = headers['retry-after'] === '2' ? 2_000 : undefined;
      expect(others).to.deep.equal([asked, asked, asked, asked]);
    });
  }
});
