import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { PageToken } from '../../index';
import { repeatGuard } from '../../walk/repeatGuard';
import type { Complaint } from '../terminal/Complaint';
import type { Answer, PageAnswer } from './Answer';
import { type Ask, askAfter, asker, type Means, type CheckedWalk } from './ask';
import type { Evidence } from './Rule';

/** No service has a page size like this as its maximum. */
const tooLarge = 1_000_000;

const madeUpToken = 'a-token-that-was-never-given' as PageToken;

/** An endless row of empty pages proves nothing that its first pages do not. */
const emptyInARow = 20;

/** Follows the tokens. What is to be tried with the first of them is tried while it is fresh, by `onSecond`. */
const walk = async (
  askFor: Ask,
  maxPages: number,
  onSecond: (first: PageAnswer) => Promise<void>,
): Promise<Pick<Evidence, 'pages' | 'stop'>> => {
  const pages: Array<PageAnswer> = [];
  const isRepeated = repeatGuard(O.none);
  let pageToken: O.Option<PageToken> = O.none;
  for (;;) {
    const answer = await askFor(pageToken);
    if (answer._tag !== 'Page') return { pages, stop: answer };
    pages.push(answer);
    if (pages.length === 2 && pages[0] !== undefined) await onSecond(pages[0]);
    pageToken = answer.nextPageToken;
    if (O.isNone(pageToken)) return { pages, stop: 'last page' };
    if (isRepeated(pageToken.value)) return { pages, stop: 'circle' };
    const isStuck = pages.length >= emptyInARow && pages.slice(-emptyInARow).every(({ count }) => count === 0);
    if (pages.length === maxPages || isStuck) return { pages, stop: 'too many pages' };
  }
};

const trySnapshot = async (askFor: Ask): Promise<Evidence['snapshot']> => {
  const first = await askFor(O.none);
  const second = await askAfter(askFor, first);
  return { first: O.some(first), second, again: O.isSome(second) ? await askAfter(askFor, first) : O.none };
};

/** Asks a service for everything that its rules can be judged by; the walk is stopped after so many pages. */
export const gather = async (
  means: Means,
  target: CheckedWalk,
  maxPages: number,
): Promise<E.Either<Complaint, Evidence>> => {
  const { endpoint } = target;
  const asking = asker(means, target);
  if (E.isLeft(asking)) return asking;
  const askFor = asking.right;
  const hasCredential = O.isSome(means.token);
  const canBeAnonymous = hasCredential && endpoint.revision === '2.0';

  let again: O.Option<Answer> = O.none;
  let anonymousSecond: O.Option<Answer> = O.none;
  const walked = await walk(askFor, maxPages, async (first) => {
    again = await askAfter(askFor, first);
    if (canBeAnonymous) anonymousSecond = await askAfter(askFor, first, true);
  });

  /** Asks only where there is something to compare the answer with: a service without a first page is left alone. */
  const tryIf = async (isWanted: boolean, attempt: () => Promise<Answer>): Promise<O.Option<Answer>> =>
    isWanted && walked.pages.length > 0 ? O.some(await attempt()) : O.none;

  const large = asker(means, { endpoint, params: { ...target.params, pageSize: tooLarge } });
  const snapshot = asker(means, { endpoint, params: { ...target.params, snapshot: true } });
  return E.right({
    ...walked,
    endpoint,
    hasCredential,
    again,
    anonymousSecond,
    anonymousFirst: await tryIf(canBeAnonymous, () => askFor(O.none, true)),
    madeUp: await tryIf(true, () => askFor(O.some(madeUpToken))),
    large: E.isRight(large) ? await tryIf(endpoint.pageSize, () => large.right(O.none)) : O.none,
    snapshot:
      E.isRight(snapshot) && walked.pages.length > 0
        ? await trySnapshot(snapshot.right)
        : { first: O.none, second: O.none, again: O.none },
  });
};
