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

describe('retryAfter', () => {
  it('nothing asked, nothing to wait for', () => {
    expect(waitOf(undefined)).to.equal(undefined);
  });

  describe('seconds', () => {
    for (const [text, ms] of [
      ['120', 120_000],
      ['1', 1000],
      ['0', 0],
      ['007', 7000],
      ['1.5', 1500],
      ['0.25', 250],
      ['86400', 86_400_000],
      ['  3\t', 3000],
      ['1000000000000', 1e15],
    ] as const) {
      it(`'${text}'`, () => {
        expect(waitOf(text)).to.equal(ms);
      });
    }
  });

  describe('a date', () => {
    it('is waited for', () => {
      expect(waitOf('Wed, 21 Oct 2026 07:28:10 GMT')).to.equal(10_000);
    });

    it('that has come is now', () => {
      expect(waitOf('Wed, 21 Oct 2026 07:28:00 GMT')).to.equal(0);
      expect(waitOf('Fri, 31 Dec 1999 23:59:59 GMT')).to.equal(0);
    });

    it('is meant by the clock of the service, where it tells the time', () => {
      const ahead = 'Wed, 21 Oct 2026 08:28:00 GMT';
      expect(waitOf('Wed, 21 Oct 2026 08:28:10 GMT', ahead)).to.equal(10_000);
      expect(waitOf('Wed, 21 Oct 2026 07:28:10 GMT', ahead)).to.equal(0);
      const behind = 'Wed, 21 Oct 2026 06:28:00 GMT';
      expect(waitOf('Wed, 21 Oct 2026 06:28:10 GMT', behind)).to.equal(10_000);
    });

    it('is meant by our clock where the service tells no time, or none that can be read', () => {
      for (const date of [undefined, '', 'yesterday']) {
        expect(waitOf('Wed, 21 Oct 2026 07:28:10 GMT', date)).to.equal(10_000);
      }
    });

    it('the clock of the service changes nothing about seconds', () => {
      expect(waitOf('5', 'Wed, 21 Oct 2020 07:28:00 GMT')).to.equal(5000);
    });
  });

  describe('what is neither asks for nothing', () => {
    for (const text of ['', '   ', 'soon', '-5', '-0.1', '5s', '10 seconds', 'NaN', 'null', '１', '1_000', '{}']) {
      it(`'${text}'`, () => {
        expect(waitOf(text)).to.equal(undefined);
      });
    }

    // A parser of dates that takes nearly anything makes "now" of these, and the backoff is gone.
    for (const text of ['5, 10', '5;', 'after 5', 'retry 12', '1,5', '1/2', '5 10', '#3']) {
      it(`'${text}', which some read as a date`, () => {
        expect(waitOf(text)).to.equal(undefined);
      });
    }

    // JavaScript reads these as numbers, HTTP does not.
    for (const text of ['Infinity', '-Infinity', '1e3', '1e999', '0x10', '0b11', '+5', '-0']) {
      it(`'${text}', which some read as a number`, () => {
        expect(waitOf(text)).to.equal(undefined);
      });
    }
  });

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

  it('any number of seconds and any later date is what it says', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), (seconds) => {
        expect(waitOf(String(seconds))).to.equal(seconds * 1000);
        expect(waitOf(new Date(now + seconds * 1000).toUTCString())).to.equal(seconds * 1000);
      }),
    );
  });
});
