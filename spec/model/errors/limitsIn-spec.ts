import { expect } from 'chai';
import { waitIn } from '../../../src/model/errors/limitsIn';
import { retryAfter } from '../../../src/model/errors/retryAfter';

const now = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

/** What a client reads of a response whose limits were read before. */
const waitOf = (status: number, headers: Readonly<Record<string, string>>): number | undefined =>
  waitIn({ status, headers, body: '' }, now);

describe('limitsIn', () => {
  const date = 'Wed, 21 Oct 2026 06:28:00 GMT';
  const since1970 = Date.parse(date) / 1000;
  const limits: ReadonlyArray<
    readonly [headers: Readonly<Record<string, string>>, ms: number | undefined]
  > = [
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
    [
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(since1970 + 40.25), date },
      40_250,
    ],
    [
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String((since1970 + 40) * 1000), date },
      40_000,
    ],
    [
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'Wed, 21 Oct 2026 06:28:40 GMT', date },
      40_000,
    ],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 40) }, 40_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 - 40) }, 0],
    // The client reads no exponents.
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0.0000001' }, 0],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9'.repeat(300) }, 1e12],
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
      const waits = [403, 429, 503].map((status) => waitOf(status, headers));
      expect(waits).to.deep.equal([ms, ms, ms]);
      expect(retryAfter({ status: 429, headers, body: '' }, now)).to.equal(
        headers['retry-after'] === '2' ? 2_000 : undefined,
      );
      const others = [200, 400, 401, 500].map((status) => waitOf(status, headers));
      const asked = headers['retry-after'] === '2' ? 2_000 : undefined;
      expect(others).to.deep.equal([asked, asked, asked, asked]);
    });
  }
});
