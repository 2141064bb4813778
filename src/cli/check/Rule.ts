import type { Revision } from '../../index';
import type { Evidence } from './Evidence';

/** What a check can say of a rule. Nothing can be said of a rule that the objects at hand did not put to the test. */
export type Status = 'holds' | 'broken' | 'not seen';

export interface Verdict {
  readonly status: Status;
  readonly detail: string;
}

/** One rule of the paging conventions. */
export interface Rule {
  /** A name that stays the same, for programs. */
  readonly id: string;
  /** Where the conventions state it. */
  readonly section: string;
  readonly text: string;
  /** The revisions that have the rule. */
  readonly revisions: ReadonlyArray<Revision>;
  readonly judge: (evidence: Evidence) => Verdict;
}

export const holds = (detail = ''): Verdict => ({ status: 'holds', detail });
export const broken = (detail: string): Verdict => ({ status: 'broken', detail });
export const notSeen = (detail: string): Verdict => ({ status: 'not seen', detail });

export const both: ReadonlyArray<Revision> = ['1.0', '2.0'];
