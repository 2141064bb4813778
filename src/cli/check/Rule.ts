import type { Option } from 'fp-ts/Option';
import type { Endpoint } from '../../index';
import type { Reply, PageReply } from './Reply';

/**
 * Where a walk stopped: at the last page, at a token that came before or that no request can carry, at the maximum of
 * pages, or at another answer.
 */
type WalkStop = 'last page' | 'circle' | 'token too long' | 'too many pages' | Exclude<Reply, PageReply>;

export interface Evidence {
  readonly endpoint: Endpoint;
  readonly hasCredential: boolean;
  /** The pages of a walk from the first page on. */
  readonly pages: ReadonlyArray<PageReply>;
  readonly stop: WalkStop;
  /** The second page, asked for once more. */
  readonly again: Option<Reply>;
  /** The first and the second page, asked for without a credential. */
  readonly anonymousFirst: Option<Reply>;
  readonly anonymousSecond: Option<Reply>;
  /** The first page, with a page size beyond any maximum. */
  readonly large: Option<Reply>;
  /** The first pages of a walk with snapshot, the second of them twice. */
  readonly snapshot: {
    readonly first: Option<Reply>;
    readonly second: Option<Reply>;
    readonly again: Option<Reply>;
  };
  /** A page asked for with a token that the service never gave. */
  readonly madeUp: Option<Reply>;
}

export const objectsIn = ({ pages }: Evidence): number => pages.reduce((sum, { count }) => sum + count, 0);

export const largestIn = ({ pages }: Evidence): number => pages.reduce((max, { count }) => Math.max(max, count), 0);

/** What a check can say of a rule. It can say nothing of a rule that these objects did not put to the test. */
export type Status = 'holds' | 'broken' | 'not seen';

export interface Verdict {
  readonly status: Status;
  readonly detail: string;
}

export interface Rule {
  /** A name that stays the same, for programs. */
  readonly id: string;
  readonly section: string;
  readonly text: string;
  /** The only revision that has the rule, where not both have it. */
  readonly revision?: NonNullable<Endpoint['revision']>;
  readonly judge: (evidence: Evidence) => Verdict;
}

export const holds = (detail = ''): Verdict => ({ status: 'holds', detail });
export const broken = (detail: string): Verdict => ({ status: 'broken', detail });
export const notSeen = (detail: string): Verdict => ({ status: 'not seen', detail });
