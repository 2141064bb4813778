import { expect } from 'chai';
import fc from 'fast-check';
import * as O from 'fp-ts/Option';
import { type PageFailure, type RetryOptions, retryPolicy } from '../../../src/index';
import { errorsAt } from '../../support/walkErrors';

const timedOut: PageFailure = { _tag: 'TimedOut', after: 5 };
const http = (status: number, retryAfter?: number): PageFailure => ({
  _tag: 'HttpFailure',
  status,
  ...(retryAfter !== undefined && { retryAfter }),
});

const waitOf = (wait: O.Option<number>): number => {
  if (O.isNone(wait)) throw new Error('expected a wait');
  return wait.value;
};

describe('retryPolicy', () => {
  describe('law 11: which failures are repeated', () => {
    const passing = [408, 429, 500, 502, 503, 504];

    it(`of the statuses 100 to 599 only ${passing.join(', ')}`, () => {
      const statuses = Array.from({ length: 500 }, (_, index) => 100 + index);
      const repeated = statuses.filter((status) => O.isSome(retryPolicy()(http(status), 1, 0.5)));
      expect(repeated).to.deep.equal(passing);
    });

    it('a service that asks for a wait does not make another status one of them', () => {
      for (const status of [400, 404, 409, 425, 501, 507]) {
        expect(retryPolicy()(http(status, 10), 1, 0.5)).to.deep.equal(O.none);
      }
    });

    it('law 39: a 403 that says when to ask again may pass, also at once; any other is final', () => {
      const waits = [http(403, 10), http(403, 0), http(403), http(403, 60_001)];
      const expected = [O.some(135), O.some(125), O.none, O.none];
      expect(waits.map((failure) => retryPolicy()(failure, 1, 0.5))).to.deep.equal(expected);
    });

    it('law 39: a 403 whose words speak of a limit is waited for, as long as maxDelay allows; a limit of a day is not', () => {
      const limited: PageFailure = { _tag: 'HttpFailure', status: 403, message: 'Rate limit hit' };
      const policy = retryPolicy({ baseDelay: 0, maxDelay: 100_000 });
      expect([1, 2, 4].map((attempts) => policy(limited, attempts, 0.5))).to.deep.equal([
        O.some(60_000),
        O.some(100_000),
        O.some(100_000),
      ]);
      expect(policy(limited, 5, 0.5)).to.deep.equal(O.none);
      for (const status of [403, 429]) {
        const daily: PageFailure = { ...limited, status, message: 'Daily quota exceeded' };
        expect(policy(daily, 1, 0.5)).to.deep.equal(O.none);
        expect(policy({ ...daily, retryAfter: 7 }, 1, 0.5)).to.deep.equal(O.some(7));
      }
    });

    it('law 15: a 429 that names no time waits for 1 s, twice as long each time, until that is two minutes in sum', () => {
      const waits = (options?: RetryOptions, random = 0): ReadonlyArray<number> => {
        const found: Array<number> = [];
        for (let attempts = 1; attempts < 500; attempts += 1) {
          const wait = retryPolicy(options)(http(429), attempts, random);
          if (O.isNone(wait)) return found;
          found.push(wait.value / 1_000);
        }
        return found;
      };
      expect(waits()).to.deep.equal([1, 2, 4, 8, 16, 32, 60]);
      expect(waits({}, 1)).to.deep.equal([1.25, 2.5, 5, 10, 20, 40, 75]);
      expect(waits({ attempts: 3 })).to.deep.equal([1, 2]);
      expect(waits({ attempts: 12 })).to.have.length(11);
      expect(waits({ maxDelay: 10_000 })).to.have.length(15);
      expect(waits({ maxDelay: 0 })).to.have.length(120);
      expect(retryPolicy({ baseDelay: 0 })(http(429, 0), 5, 0)).to.deep.equal(O.none);
    });

    it('of all errors that end a walk only HttpFailure, NetworkFailure and TimedOut', () => {
      const ends = Object.values(errorsAt(O.none)).filter(
        (error) => error._tag !== 'InvalidObject',
      );
      const repeated = ends.filter((failure) => O.isSome(retryPolicy()(failure, 1, 0.5)));
      expect(repeated.map(({ _tag }) => _tag)).to.have.members([
        'HttpFailure',
        'NetworkFailure',
        'TimedOut',
      ]);
    });

    it('what the service said with a status that is no failure of its own does not count', () => {
      for (const _tag of ['PageTokenExpired', 'RetrievalLimitExceeded'] as const) {
        expect(retryPolicy()({ _tag, status: 503 }, 1, 0.5)).to.deep.equal(O.none);
      }
      expect(
        retryPolicy()({ _tag: 'Unauthorized', status: 503, reason: '' }, 1, 0.5),
      ).to.deep.equal(O.none);
    });
  });

  describe('attempts', () => {
    const waitsOf = (options: RetryOptions | undefined): number => {
      const policy = retryPolicy(options);
      let failed = 1;
      while (failed < 100 && O.isSome(policy(timedOut, failed, 0.5))) failed += 1;
      return failed;
    };

    it('are at most so many requests', () =>
      expect([1, 2, 3, 10].map((attempts) => waitsOf({ attempts }))).to.deep.equal([1, 2, 3, 10]));

    it('are 5 if nothing is said', () => {
      for (const options of [undefined, {}, { attempts: undefined }])
        expect(waitsOf(options)).to.equal(5);
    });

    it('may be without end', () =>
      expect(O.isSome(retryPolicy({ attempts: Infinity })(timedOut, 1e9, 0.5))).to.equal(true));
  });

  describe('backoff', () => {
    it('doubles from the base up to the longest wait', () => {
      const policy = retryPolicy({ attempts: 9, baseDelay: 100, maxDelay: 1000 });
      const waits = [1, 2, 3, 4, 5, 6].map((attempts) => policy(timedOut, attempts, 0.5));
      expect(waits.map(waitOf)).to.deep.equal([50, 100, 200, 400, 500, 500]);
    });

    it('begins at 250 ms and stays below a minute if nothing is said', () => {
      const policy = retryPolicy({ attempts: Infinity });
      expect(waitOf(policy(timedOut, 1, 0.5))).to.equal(125);
      expect(waitOf(policy(timedOut, 50, 0.5))).to.equal(30_000);
    });

    it('of nothing is nothing, however often it is doubled', () => {
      const policy = retryPolicy({ attempts: Infinity, baseDelay: 0 });
      for (const attempts of [1, 2, 1024, 1025, 1e6])
        expect(policy(timedOut, attempts, 0.5)).to.deep.equal(O.some(0));
    });

    it('has full jitter: it is the random part of the whole, from nothing on', () => {
      const policy = retryPolicy({ baseDelay: 100 });
      expect([0, 0.25, 0.75].map((random) => waitOf(policy(timedOut, 2, random)))).to.deep.equal([
        0, 50, 150,
      ]);
    });
  });

  describe('Retry-After', () => {
    const policy = retryPolicy({ baseDelay: 100, maxDelay: 1000 });

    it('is waited for, up to the longest wait, with the jitter of the backoff on top', () => {
      for (const asked of [0, 1, 999.5, 1000]) {
        for (const [attempts, random, jitter] of [
          [1, 0, 0],
          [1, 0.5, 50],
          [3, 0.5, 200],
        ] as const) {
          expect(policy(http(429, asked), attempts, random)).to.deep.equal(O.some(asked + jitter));
        }
      }
    });

    it('above the longest wait there is none', () => {
      for (const asked of [1000.5, 5000, 2 ** 40, Infinity]) {
        expect(policy(http(503, asked), 1, 0.5)).to.deep.equal(O.none);
      }
    });
  });

  it('never waits less than asked or longer than the longest on top of it, and never after the last attempt', () => {
    const base = fc.oneof(
      fc.constantFrom(0, Number.MIN_VALUE),
      fc.double({ min: 0, max: 1e9, noNaN: true }),
    );
    const delays = fc.oneof(base, fc.constant(Infinity));
    const counts = fc.oneof(
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(1023, 1024, 1025, 1100, 1e9, Infinity),
    );
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const failures = fc.oneof(
      fc.constant(timedOut),
      fc.constant<PageFailure>({ _tag: 'NetworkFailure', reason: '' }),
      fc.option(delays, { nil: undefined }).map((asked) => http(503, asked)),
    );
    fc.assert(
      fc.property(
        counts,
        base,
        delays,
        failures,
        counts,
        random,
        (most, baseDelay, maxDelay, failure, attempts, part) => {
          const wait = retryPolicy({ attempts: most, baseDelay, maxDelay })(
            failure,
            attempts,
            part,
          );
          if (attempts >= most) expect(wait).to.deep.equal(O.none);
          const { retryAfter: asked = 0 } = failure as { readonly retryAfter?: number };
          if (O.isSome(wait))
            expect(wait.value)
              .to.be.at.least(asked)
              .and.at.most(asked + maxDelay);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
