/** Only this many characters of a message are searched for words of a limit. */
const maxWords = 4_096;

/** Words as they are written in prose: `userRateLimitExceeded`, `TOO_MANY_REQUESTS` and `rate-limit` are sentences, too. */
const prose = (words: string): string =>
  words
    .slice(0, maxWords)
    .replace(/([a-z\d])(?=[A-Z])|[_-]+/g, '$1 ')
    .toLowerCase();

const ofLimit =
  /rate ?limit|too ?many ?requests|throttl|request ?limit ?reached|\bconcurrent\b.{0,60}\blimit/;
const ofQuota = /\bquota\b/;

/** What is used up for a day, or for good: to ask again soon does not help. */
const ofDays = /\bdaily\b|\bper ?day\b|\btoday\b|\b24 ?hours\b|\bmidnight\b|\bstorage\b/;

/**
 * What the words of a refusal say of a limit (law 39): one that is whole again `soon`, or much `later`. Undefined: nothing, so that
 * a 403 is a right that is missing.
 */
export const limitIn = (status: number, words = ''): 'soon' | 'later' | undefined => {
  if (status !== 403 && status !== 429) return undefined;
  const said = prose(words);
  if (ofDays.test(said)) return 'later';
  return ofLimit.test(said) || (ofQuota.test(said) && said.includes('exceed')) ? 'soon' : undefined;
};

/** The milliseconds to wait after the n-th 429 in a row that names no time. */
export const refusalWait = (refusals: number): number =>
  Math.min(1_000 * 2 ** (refusals - 1), 60_000);

/** The milliseconds to wait after the n-th 403 in a row that only speaks of a limit. */
export const limitWait = (refusals: number): number =>
  Math.min(60_000 * 2 ** (refusals - 1), 600_000);
