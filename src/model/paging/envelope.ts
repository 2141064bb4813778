import type { Either } from 'fp-ts/Either';
import type { Option } from 'fp-ts/Option';
import type { DeltaToken } from '../DeltaToken';
import type { Problem, ProtocolViolation } from '../errors/WalkError';
import type { PageToken } from '../PageToken';
import type { PlaceTraits } from '../place/PlaceShape';

export type Broken = Pick<ProtocolViolation, 'rule' | 'at'>;

/** What a page says about the next one: a token, that there is none, or something that breaks a rule. */
export type NextPage = Either<Broken, Option<PageToken>>;

/** A page whose records have not been looked at yet. */
export interface Envelope {
  readonly data: ReadonlyArray<unknown>;
  readonly next: NextPage;
  /** Every other field of the page, as it came. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * What else a page shows: how many objects there are, as it says where its scheme looks for that, and the token that asks for
   * what changes after it, if it has one.
   */
  readonly beside?: { readonly total?: number; readonly delta?: DeltaToken };
  /** The number of the last page, as the page says where its scheme looks for that. */
  readonly last?: number | undefined;
  /** What else it says of that number of objects, at the usual names. */
  readonly totals?: ReadonlyArray<number> | undefined;
  /** Where the page says that the service could not look everywhere. */
  readonly partial?: string | undefined;
  /** Whether it is the last page because it has no items, so that it is asked for once more before that is believed. */
  readonly isUncertain?: boolean | undefined;
  /** The sources of the cursor at which this page has nothing, not even null: no page of a walk may have anything there. */
  readonly unseen?: ReadonlyArray<string> | undefined;
  /** What durable walks have to know of how the page was asked for. */
  readonly traits?: PlaceTraits | undefined;
  /** What else of the page must not be shown (law 14). */
  readonly secrets?: ReadonlyArray<string> | undefined;
  /** Whether the page holds integers that no double can: then its records have to be looked through. */
  hasLarge?: boolean;
  /** Takes what was sent and must not be shown out of the problems of a record (law 14). */
  clean?: (problems: ReadonlyArray<Problem>) => ReadonlyArray<Problem>;
}
