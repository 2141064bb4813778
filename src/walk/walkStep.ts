import { type Either, isLeft, isRight, left, right } from 'fp-ts/Either';
import { type Option, isNone, isSome, none } from 'fp-ts/Option';
import type { Broken, NextPage } from '../model/paging/envelope';
import type { PageToken } from '../model/PageToken';
import { type Restarted, walkedTo } from '../model/errors/Progress';
import type { PageFailure, WalkError } from '../model/errors/WalkError';
import { type Attempt, type Fetched, firstAttempt } from './attemptStep';

export interface WalkedPage {
  readonly data: ReadonlyArray<unknown>;
  readonly next: NextPage;
}

/** Where a walk stands: the token of the page it asks for next, and what it has behind it. */
export interface WalkPosition {
  readonly pageToken: Option<PageToken>;
  /** When that token came, in milliseconds of the scheduler's clock. */
  readonly since: number;
  readonly pages: number;
  readonly objects: number;
  /** Whether the walk began at a token. */
  readonly isResumed: boolean;
  /** Empty pages in a row, the last one included. */
  readonly empty: number;
  /** The request for the page that comes next: the first one, or one that follows a failure. */
  readonly attempt: Attempt;
}

/** What the walk does after a response: it emits this, then asks for the next page, or ends with an error, or just ends. */
export interface Step<W> {
  readonly emits?: Either<WalkError, W>;
  readonly next?: Either<WalkError, WalkPosition> | undefined;
}

/** The rules that a walk keeps. They find a token that is well-formed and still breaks one (law 8). */
export interface Guards<P, W> {
  /** How many empty pages in a row to follow. Default 100. */
  readonly emptyPages?: number | undefined;
  /** How many pages the walk may have. By default any number. */
  readonly maxPages?: number | undefined;
  /** What is emitted of a page: where the walk stands with it, and where to continue once it is done. */
  readonly walked: (page: P, reached: WalkPosition, place: WalkPosition) => W;
  /** Called when an operator restarts the walk because its page token has expired. */
  readonly onRestart?: Restarted | undefined;
}

export const startAt = (pageToken: Option<PageToken>, now: number): WalkPosition => ({
  pageToken,
  since: now,
  pages: 0,
  objects: 0,
  isResumed: isSome(pageToken),
  empty: 0,
  attempt: firstAttempt,
});

/** The rule that a page breaks with what it says of the next one; undefined: none (law 8). */
const brokenRule = (
  next: NextPage,
  { emptyPages = 100, maxPages }: Guards<never, unknown>,
  isRepeated: (token: PageToken) => boolean,
  empty: number,
  pages: number,
): Broken | undefined => {
  if (isLeft(next)) return next.left;
  if (isNone(next.right)) return undefined;
  if (isRepeated(next.right.value)) return { rule: 'RepeatedToken' };
  if (empty > emptyPages) return { rule: 'EmptyPages' };
  return pages === maxPages ? { rule: 'TooManyPages' } : undefined;
};

/** The walk's one decision: what a response means. A page is emitted before any complaint about it (law 7). */
export const walkStep = <P extends WalkedPage, W>(
  guards: Guards<P, W>,
  isRepeated: (token: PageToken) => boolean,
  position: WalkPosition,
  { page: fetched, attempts, retry }: Fetched<P>,
  now: number,
): Step<W> => {
  const endsWith = (
    failure: PageFailure,
    { pages, objects, isResumed, pageToken }: WalkPosition,
  ): Step<W>['next'] => {
    const progress = { pages, objects, attempts, ...(isResumed && { resumed: isResumed }) };
    return left({
      ...failure,
      progress: walkedTo.carry(progress, { pageToken, onRestart: guards.onRestart }),
    });
  };
  if (retry) return { next: right({ ...position, attempt: retry }) };
  if (isLeft(fetched)) return { next: endsWith(fetched.left, position) };
  const page = fetched.right;
  const { data, next } = page;
  const empty = data.length === 0 ? position.empty + 1 : 0;
  const broken = brokenRule(next, guards, isRepeated, empty, position.pages + 1);
  // After too many pages the next token is still a good one. After any other broken rule the page is asked for again.
  const isGood = isRight(next) && broken?.rule !== 'RepeatedToken';
  // Written out, because a spread takes longer than all else here.
  const reached: WalkPosition = {
    pageToken: isGood ? next.right : none,
    since: now,
    pages: position.pages + 1,
    objects: position.objects + data.length,
    isResumed: position.isResumed,
    empty,
    attempt: firstAttempt,
  };
  return {
    emits: right(guards.walked(page, reached, isGood ? reached : position)),
    next: broken
      ? endsWith({ _tag: 'ProtocolViolation', ...broken }, reached)
      : isSome(reached.pageToken)
        ? right(reached)
        : undefined,
  };
};
