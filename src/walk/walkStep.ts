import { type Either, isLeft, isRight, left, right } from 'fp-ts/Either';
import { type Option, isNone, isSome, none, some } from 'fp-ts/Option';
import type { ObservableInput } from 'rxjs';
import type { NextPage } from '../model/endpoints/Paging';
import type { PageToken } from '../model/PageToken';
import { type Restarted, walkedTo } from '../model/errors/Progress';
import type { BrokenRule, PageFailure, WalkError } from '../model/errors/WalkError';

/** What the walk needs to know of a page. */
export interface WalkedPage {
  readonly data: ReadonlyArray<unknown>;
  readonly next: NextPage;
}

/** What came of asking for one page, and how many requests that took. */
export interface Fetched<P> {
  readonly attempts: number;
  readonly page: Either<PageFailure, P>;
}

/** Where a walk stands: the token of the page it asks for next, and what it has behind it. */
export interface Position {
  readonly pageToken: Option<PageToken>;
  /** When that token came, in milliseconds of the scheduler's clock. */
  readonly since: number;
  readonly pages: number;
  readonly objects: number;
  /** Whether the walk began at a token. */
  readonly isResumed: boolean;
  /** Empty pages in a row, the last one included. */
  readonly empty: number;
}

/** What a fetched page makes the walk do: emit this, then continue there or end. */
export interface Step<W> {
  readonly emits: ObservableInput<Either<WalkError, W>>;
  readonly next: Option<Position>;
}

/** What a walk goes by. Its guards say which rule a token breaks that is a good one by itself (law 8). */
export interface Guards<P, W> {
  readonly isRepeated: (token: PageToken) => boolean;
  readonly emptyPages: number;
  /** What is emitted of a page, and where to continue once it is done. */
  readonly walked: (page: P, position: Position) => W;
  readonly onRestart?: Restarted | undefined;
}

/** Where a walk begins: at a token, or at the first page. */
export const startAt = (pageToken: Option<PageToken>, now: number): Position => ({
  pageToken,
  since: now,
  pages: 0,
  objects: 0,
  isResumed: isSome(pageToken),
  empty: 0,
});

/** The rule that a page breaks with what it says of the next one; undefined: none (law 8). */
const brokenRule = (
  next: NextPage,
  { isRepeated, emptyPages }: Guards<never, unknown>,
  empty: number,
): BrokenRule | undefined => {
  if (isLeft(next)) return next.left;
  if (isNone(next.right)) return undefined;
  if (isRepeated(next.right.value)) return 'RepeatedToken';
  return empty > emptyPages ? 'EmptyPages' : undefined;
};

/** The walk's one decision: what a page, or the failure to get it, means. Objects go first, complaints follow (law 7). */
export const walkStep = <P extends WalkedPage, W>(
  guards: Guards<P, W>,
  position: Position,
  { page: fetched, attempts }: Fetched<P>,
  now: number,
): Step<W> => {
  const end = (failure: PageFailure, { pages, objects, isResumed, pageToken }: Position): Either<WalkError, W> => {
    const progress = { pages, objects, attempts, ...(isResumed && { resumed: true as const }) };
    return left({ ...failure, progress: walkedTo.carry(progress, { pageToken, onRestart: guards.onRestart }) });
  };
  if (isLeft(fetched)) return { emits: [end(fetched.left, position)], next: none };
  const page = fetched.right;
  const { data, next } = page;
  const empty = data.length === 0 ? position.empty + 1 : 0;
  const rule = brokenRule(next, guards, empty);
  // After too many empty pages the next token is still a good one. After any other broken rule there is none: the page is
  // to be asked for again.
  const isGood = isRight(next) && rule !== 'RepeatedToken';
  const passed: Position = {
    ...position,
    pageToken: isGood ? next.right : none,
    since: now,
    pages: position.pages + 1,
    objects: position.objects + data.length,
    empty,
  };
  const walked = right(guards.walked(page, isGood ? passed : position));
  return rule === undefined
    ? { emits: [walked], next: isSome(passed.pageToken) ? some(passed) : none }
    : { emits: [walked, end({ _tag: 'ProtocolViolation', rule }, passed)], next: none };
};
