import type { Option } from 'fp-ts/Option';
import type { Endpoint } from '../../index';
import type { Answer, PageAnswer } from './Answer';

/** Where a walk stopped: at the last page, at a token that came before, at a page too many, or at another answer. */
export type WalkStop = 'last page' | 'circle' | 'too many pages' | Exclude<Answer, PageAnswer>;

/** Everything that a check has seen of one endpoint with one object type. */
export interface Evidence {
  readonly endpoint: Endpoint;
  readonly hasCredential: boolean;
  /** The pages of a walk from the first page on. */
  readonly pages: ReadonlyArray<PageAnswer>;
  readonly stop: WalkStop;
  /** The second page, asked for once more. */
  readonly again: Option<Answer>;
  /** The first and the second page, asked for without a credential. */
  readonly anonymousFirst: Option<Answer>;
  readonly anonymousSecond: Option<Answer>;
  /** The first page, with a page size beyond any maximum. */
  readonly large: Option<Answer>;
  /** The first pages of a walk with snapshot, the second of them twice. */
  readonly snapshot: {
    readonly first: Option<Answer>;
    readonly second: Option<Answer>;
    readonly again: Option<Answer>;
  };
  /** A page asked for with a token that the service never gave. */
  readonly madeUp: Option<Answer>;
}

/** Objects in all pages of the walk. */
export const objectsIn = ({ pages }: Evidence): number => pages.reduce((sum, { count }) => sum + count, 0);

/** Objects in the largest page of the walk. */
export const largestIn = ({ pages }: Evidence): number => pages.reduce((most, { count }) => Math.max(most, count), 0);
