import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { NextPage } from '../model/envelope';
import type { PageToken } from '../model/PageToken';
import { progressAt } from '../model/Progress';
import type { BrokenRule, PageFailure, WalkError } from '../model/WalkError';

/** What the walk needs to know of a page. */
export interface WalkedPage {
  readonly data: ReadonlyArray<unknown>;
  readonly next: NextPage;
  readonly isRepeated?: true;
}

/** What came of asking for one page, and how many requests that took. */
export interface Fetched<P> {
  readonly attempts: number;
  readonly page: E.Either<PageFailure, P>;
}

/** Where a walk stands: the token of the page it asks for next, and what it has behind it. */
export interface Position {
  readonly pageToken: O.Option<PageToken>;
  /** When that token came, in milliseconds of the scheduler's clock. */
  readonly since: number;
  readonly pages: number;
  readonly objects: number;
  /** Whether the walk began at a token. */
  readonly isResumed: boolean;
  /** Empty pages in a row, the last one included. */
  readonly empty: number;
}

/** What a fetched page makes the walk do: emit this, then go on there or end. */
export interface Step<P> {
  readonly emits: ReadonlyArray<E.Either<WalkError, P>>;
  readonly next: O.Option<Position>;
}

/** The guards of a walk; they say which rule a token breaks that is a good one by itself (law 8). */
export interface Guards {
  readonly isRepeated: (token: PageToken) => boolean;
  readonly emptyPages: number;
}

const pass = ({ data }: WalkedPage, { pages, objects, isResumed, empty }: Position, now: number): Position => ({
  isResumed,
  pageToken: O.none,
  since: now,
  pages: pages + 1,
  objects: objects + data.length,
  empty: data.length === 0 ? empty + 1 : 0,
});

const guarded = (next: NextPage, { isRepeated, emptyPages }: Guards, { empty }: Position): NextPage => {
  if (E.isLeft(next) || O.isNone(next.right)) return next;
  if (isRepeated(next.right.value)) return E.left('RepeatedToken');
  return empty > emptyPages ? E.left('EmptyPages') : next;
};

const end = (
  failure: PageFailure,
  { pages, objects, isResumed, pageToken }: Position,
  attempts: number,
): WalkError => ({
  ...failure,
  progress: progressAt({ pages, objects, attempts, ...(isResumed && { resumed: true }) }, pageToken),
});

/** After too many empty pages the next token is still a good one; after any other broken rule there is none. */
const resumeAfter = (rule: BrokenRule, next: NextPage): O.Option<PageToken> =>
  rule === 'EmptyPages' && E.isRight(next) ? next.right : O.none;

/** The walk's one decision: what a page, or the failure to get it, means. Objects go first, complaints follow (law 7). */
export const walkStep = <P extends WalkedPage>(
  guards: Guards,
  position: Position,
  { page: fetched, attempts }: Fetched<P>,
  now: number,
): Step<P> => {
  if (E.isLeft(fetched)) return { emits: [E.left(end(fetched.left, position, attempts))], next: O.none };
  const page = fetched.right;
  const passed = pass(page, position, now);
  return pipe(
    guarded(page.next, guards, passed),
    E.match(
      (rule): Step<P> => {
        const stop = { ...passed, pageToken: resumeAfter(rule, page.next) };
        const came = rule === 'RepeatedToken' ? E.right({ ...page, isRepeated: true as const }) : fetched;
        return { emits: [came, E.left(end({ _tag: 'ProtocolViolation', rule }, stop, attempts))], next: O.none };
      },
      (pageToken): Step<P> => ({
        emits: [fetched],
        next: O.isSome(pageToken) ? O.some({ ...passed, pageToken }) : O.none,
      }),
    ),
  );
};
