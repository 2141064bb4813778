import type { Either } from 'fp-ts/Either';
import type { Option } from 'fp-ts/Option';
import type { ObservableInput } from 'rxjs';
import { isWellFormed } from '../../model/text';
import type { Place } from '../../model/place/Place';
import type { Busy, Superseded } from '../../model/errors/Superseded';

/** One of the parts of a walk: each is walked on its own, by any process, and has its own place. @inline */
export interface Part {
  readonly name: string;
  /** The names of all parts, in any order; the same for every part. */
  readonly of: ReadonlyArray<string>;
}

/** The right to keep a walk's place, until somebody claims it after you. @since 0.1.0 */
export interface Claim {
  /** The walk's name. */
  readonly id: string;
  /** The part, if the walk has parts. */
  readonly part?: string | undefined;
  /** The run of a walk that 1.0.0-rc.2 began: all its parts and rounds share it. */
  readonly run?: string | undefined;
  /** Tells this claim from every other claim of the walk: no two have the same epoch. */
  readonly epoch: number;
  /** Something random, for a store that can lose its last commits (a failover, a restore) and would give an epoch twice. */
  readonly nonce?: string | undefined;
  /** If the walk was left alone because of `ifOlderThan`: who has claimed it, and when. Then this is not a claim. */
  readonly busy?: Pick<Busy, 'claimedBy' | 'claimedAt'> | undefined;
  /** The place that this walker kept last, or found when it claimed the walk; none where there was none. */
  readonly place: Option<Place>;
}

/** How a walk is claimed. @inline */
export interface ClaimOptions {
  /** A walk that is done is claimed, too: its next run begins. Without it such a walk is only looked at. */
  readonly again?: boolean | undefined;
  /** Who claims it, for people who look; null for nobody, who only takes it from its walker. Default the host and the process id. */
  readonly by?: string | null | undefined;
  /**
   * Milliseconds, by the clock of the store. A walk that was claimed, or whose place was kept, more recently is left alone. A
   * time in the future counts by its distance from now. Of several that claim at once exactly one gets it.
   */
  readonly ifOlderThan?: number | undefined;
  /** Called with the kept place before anybody is superseded. If it throws, nothing is claimed. */
  readonly check?: ((place: Option<Place>) => void) | undefined;
}

/**
 * The work on a page, in a transaction. A store whose transactions cannot wait checks what the user's function returned with
 * `reads`, which gives what is to be waited for in its place.
 *
 * @inline
 */
export type Work<T> = (
  transaction: T,
  reads?: (given: unknown) => ObservableInput<unknown>,
) => ObservableInput<unknown>;

/**
 * What is done once, in the transaction of the page that ends a walk: `others` are the last places of its other parts.
 *
 * @inline
 */
export type Finish<T> = (
  transaction: T,
  reads?: Parameters<Work<T>>[1],
  others?: ReadonlyArray<Place>,
) => ObservableInput<unknown>;

/** What a function returns that returns nothing. @inline */
export type Nothing = ReturnType<() => void>;

/** What work may return: what is waited for, or nothing. @inline */
export type Returned<R = unknown> = unknown extends R ? ObservableInput<unknown> | Nothing : R;

/** What `keep` emits if the store has lost its last commits: the walk continues from what the store has. @since 0.2.0 */
export interface Behind {
  readonly _tag: 'Behind';
  /** The place that the store has; none where it has none. */
  readonly place: Option<Place>;
}

/** Where a run has failed, and why: one line without a page token. @inline */
export interface FailedAt {
  /** `place.pages` of the page that failed, and its round. */
  readonly page: number;
  readonly round: number;
  readonly message: string;
}

/**
 * Where the places of walks are kept. `T` is what the work of a page gets: a transaction, or nothing. `R` is what it may
 * return, if that is not everything.
 *
 * @since 0.1.0
 */
export interface Places<T, R = unknown> {
  /** What work over these places may return. It is a type alone, and never there. */
  readonly '~returned'?: R;
  /** False where a place is kept after its work, and not together with it. */
  readonly isAtomic?: boolean | undefined;
  /** Claims a walk, or a part of it; emits once. An earlier run of the same can no longer save anything. */
  claim(id: string, part?: Part, options?: ClaimOptions): ObservableInput<Claim>;
  /**
   * Does the work of a page, then keeps the place: both or neither where it has transactions. Emits once. It keeps nothing,
   * and says so, where the claim was superseded or the place that it has is not `claim.place`. Unsubscribing ends the work, and
   * nothing is kept. `finish` is given only if the store has the method `finish`. It comes after the work that makes the walk
   * last in all its parts, in that transaction; without transactions after the place is kept.
   */
  keep(
    claim: Claim,
    place: Place,
    work: Work<T>,
    finish?: Finish<T>,
  ): ObservableInput<Either<Superseded | Behind, void>>;
  /**
   * A store without it knows no `finish`. A run that finds its walk, or its part, done calls it first: it runs `finish` if the
   * walk is done in all its parts and the `finish` of `keep` has not completed. With transactions that cannot be.
   */
  finish?(claim: Claim, finish: Finish<T>): ObservableInput<unknown>;
  /** Keeps with a walk how its run has failed, as long as the claim counts. A store without it keeps none of it. */
  fail?(claim: Claim, failed: FailedAt): ObservableInput<unknown>;
}

/** Stores write names as UTF-8, in which two names that are not well-formed could become one, and Postgres takes no NUL. */
export const checkId = (id: unknown, what = 'the id of a walk'): void => {
  if (typeof id !== 'string' || id === '' || id.includes('\0') || !isWellFormed(id)) {
    throw new TypeError(
      `${what} must be a string of well-formed Unicode, not empty and without a NUL`,
    );
  }
};
