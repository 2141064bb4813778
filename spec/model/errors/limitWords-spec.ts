import { expect } from 'chai';
import { limitIn, limitWait, refusalWait } from '../../../src/model/errors/limitWords';
import { readLimits } from '../../../src/model/errors/readLimits';

describe('law 39: the words of a refusal', () => {
  const soon = [
    'You have exceeded a secondary rate limit.',
    'RATE LIMIT',
    'userRateLimitExceeded',
    'rate-limited',
    'ratelimit',
    'Too many requests!',
    'TOO_MANY_REQUESTS',
    'Throttling',
    'Request was throttled.',
    'User request limit reached',
    'concurrent connection limit exceeded',
    'Quota exceeded for this project',
    'quotaExceeded',
    'You exceeded your current quota',
  ];
  const later = [
    'Daily Limit Exceeded',
    'dailyLimitExceeded',
    'quota of 500 per day exceeded',
    'try again after midnight',
    '24 hours',
    'no more requests today',
    'storageQuotaExceeded',
  ];
  const nothing = [
    '',
    'Resource not accessible',
    'The API requires a quota project, which is not set by default.',
    'You do not have access to Quotation QTN-0001',
    'Quotation exceeded its validity',
    'too many items',
    'the rate is limited',
  ];
  for (const words of soon)
    it(`soon: ${words}`, () =>
      expect([403, 429, 503].map((status) => limitIn(status, words))).to.deep.equal([
        'soon',
        'soon',
        undefined,
      ]));
  for (const words of later)
    it(`later: ${words}`, () =>
      expect([403, 429, 503].map((status) => limitIn(status, words))).to.deep.equal([
        'later',
        'later',
        undefined,
      ]));
  for (const words of nothing)
    it(`nothing: ${words}`, () => expect(limitIn(403, words)).to.equal(undefined));

  it('waits that a client chooses double, up to a minute for a 429, and up to ten for a 403', () => {
    expect([1, 2, 3, 7, 2_000].map(refusalWait)).to.deep.equal([
      1_000, 2_000, 4_000, 60_000, 60_000,
    ]);
    expect([1, 2, 3, 4, 5, 2_000].map(limitWait)).to.deep.equal(
      [60, 120, 240, 480, 600, 600].map((s) => s * 1_000),
    );
  });
});

describe('law 39: readLimits', () => {
  const read = (
    status: number,
    body: unknown = '',
    headers: Readonly<Record<string, string>> = {},
  ) => readLimits({ status, headers, body: body as string }, 0);
  const refused = { isSuccess: false, isRefused: true };
  const no = { isSuccess: false, isRefused: false };

  it('says what a response asks for', () => {
    const reset = { 'ratelimit-remaining': '0', 'ratelimit-reset': '9' };
    expect(read(200)).to.deep.equal({ isSuccess: true, isRefused: false });
    expect(read(200, '', reset)).to.deep.equal({
      isSuccess: true,
      isRefused: false,
      wait: 9_000,
      remaining: 0,
      reset: 9_000,
    });
    expect(read(429, '{}')).to.deep.equal({ ...refused, unnamed: 'short' });
    expect(read(429, '', { 'retry-after': '0' })).to.deep.equal({ ...refused, wait: 0 });
    expect(read(429, 'Daily limit reached')).to.deep.equal({ ...refused, unnamed: 'none' });
    expect(read(503)).to.deep.equal(no);
    expect(read(503, '', { 'retry-after': '7' })).to.deep.equal({ ...refused, wait: 7_000 });
    expect(read(403)).to.deep.equal(no);
    expect(read(403, 'The API requires a quota project')).to.deep.equal(no);
    expect(read(403, 'Daily limit reached')).to.deep.equal(no);
    expect(read(403, 7)).to.deep.equal(no);
  });

  it('finds the words of a 403 in its message, in a reason or code beside it, and in short lists', () => {
    const bodies = [
      { message: 'Rate limit exceeded' },
      { error: { code: 403, message: 'Forbidden', errors: [{ reason: 'userRateLimitExceeded' }] } },
      { error: { code: 403, message: 'no', status: 'RATE_LIMIT_EXCEEDED' } },
      { code: 'TOO_MANY_REQUESTS' },
      [{ message: 'no', errorCode: 'REQUEST_LIMIT_REACHED' }],
      ['too many requests'],
      'Rate limit exceeded',
    ];
    for (const body of bodies)
      expect(read(403, JSON.stringify(body)), JSON.stringify(body)).to.deep.equal({
        ...refused,
        unnamed: 'long',
      });
  });
});
