import type { Either } from 'fp-ts/Either';
import type { Observable, ObservableInput } from 'rxjs';
import type { DeltaToken } from '../../model/DeltaToken';
import type { Page } from '../../model/endpoints/Page';
import type { Doubt } from '../../model/paging/doubts';
import type { WalkError } from '../../model/errors/WalkError';
import type { Mark } from '../../model/place/Mark';
import type { Place } from '../../model/place/Place';
import type { Demand } from '../Demand';
import type { Part, Places, Returned } from './Places';
import type { MarkOptions } from './marks';

/** Where a walk begins, and what paces it: spread it into the params of `client.pages`. @since 0.1.0 */
export interface DurableStart<M extends Mark = Mark> {
  readonly place?: Place;
  readonly valve: Demand;
  /** With the option `mark`: what this run asks from. Take it out, and put it where the service expects it. */
  readonly mark?: M;
  /** With the option `delta`: the token that this run asks from. A run that asks for everything has none. */
  readonly delta?: DeltaToken;
}

/** The compiler that refuses objects in place of pages prints this text. @inline */
type Pages<A, W> = [W] extends [{ readonly data: unknown; readonly place: Place }]
  ? Observable<Either<WalkError, W & Page<A>>>
  : 'Write client.pages(…): durable keeps the place of each page, and client.objects(…) gives no pages.';

/**
 * A page in work, and its run: a random text. Each round that reads everything has a text of its own: what has none of the texts that
 * `finish` gets was in no page of them. Runs that ask for what is new keep theirs over their rounds. With `delta`, `isFull` says that
 * the run began without a token, so that it reads everything.
 *
 * @inline
 */
export type Worked<W> = W & { readonly run: string; readonly isFull?: boolean };

/** What `finish` gets to know of the walk that has ended. @inline */
export interface EndedWalk {
  /** The texts of `page.run` of the rounds that have ended: one, or one of each part. */
  readonly runs: ReadonlyArray<string>;
  /** What the pages of those rounds leave in doubt, those before a restart of the process included. */
  readonly doubts: ReadonlyArray<Doubt>;
  /** How many objects of their pages were refused (`InvalidObject`). */
  readonly refused: number;
}

/** Options of `durable`. `W` is the type of a page: more than a `Page` if `pages` emits more. @since 0.1.0 */
export interface DurableOptions<
  A,
  T,
  W = Page<A>,
  M extends Mark = Mark,
  P = unknown,
  R = unknown,
> {
  /** The walk's name. */
  readonly id: string;
  /** Where places are kept: `filePlaces(…)`, `sqlitePlaces(…)`, `postgresPlaces(…)` or your own. */
  readonly places: Places<T, R>;
  /** The walk: `(start) => client.pages(issues, { …, ...start })`. */
  readonly pages: (start: DurableStart<M>) => Pages<A, W>;
  /**
   * What has to be waited for before the transaction of a page begins: other services, files. Its first value is what `work`
   * gets. One page at a time is prepared, in the order of the pages.
   */
  readonly prepare?: ((page: Worked<W>) => ObservableInput<P>) | undefined;
  /**
   * The work on a page. The page is done when this completes; it may also return nothing. It may see an object again, and must
   * tolerate that. Over `sqlitePlaces` it must not return a promise or an Observable.
   */
  readonly work: (page: Worked<W>, transaction: T, prepared: NoInfer<P>) => Returned<NoInfer<R>>;
  /** The part of the walk that this run walks. Any number of processes can walk the parts. */
  readonly part?: Part | undefined;
  /**
   * What to do once, when all parts of the walk are done: in the transaction of the last page. If it throws, that page is not
   * kept. A call may be rolled back, and made again by another run: what cannot be undone does not belong here. Without
   * transactions (`filePlaces`) it comes after the last place is kept, at least once. Rows that have none of its `runs` were in no
   * page.
   */
  readonly finish?: ((transaction: T, walk: EndedWalk) => Returned<NoInfer<R>>) | undefined;
  /**
   * Allows `finish` over pages that are named by numbers (`byOffset`, `byPageNumber`). There a deletion during the walk hides an
   * object from it, and a `finish` that deletes what the walk did not see would delete that. Without it such a walk ends with a
   * `TypeError` at its first page.
   */
  readonly acceptShifts?: boolean | undefined;
  /** Asks only for what is new: a run begins at the highest mark of the objects of the last run. Not beside `finish`. */
  readonly mark?: MarkOptions<A, M> | undefined;
  /**
   * Asks for what has changed by the service's own token, for an endpoint with `delta`: a run begins with the token that the run
   * before it ended with. Where the first page gets one of the statuses `expired`, the token is too old: the run begins again without
   * it and reads everything. Default `[410]`. `finish` is called in such full runs only. It cannot be combined with `mark` or `part`.
   */
  readonly delta?: true | { readonly expired?: ReadonlyArray<number> | undefined } | undefined;
  /**
   * Called at the end of a walk that may have missed something, or of one of its rounds: what its `end` event leaves in doubt. A
   * walk that is resumed counts from its beginning, and hears what its parents have left in doubt before.
   */
  readonly onDoubt?: ((doubt: Doubt) => void) | undefined;
  /** Paces the walk beside its work: nothing is claimed or asked for before there is demand. `iterate` gives one. */
  readonly valve?: Demand | undefined;
  /** How many rounds in a row may get no further than an earlier one. Default 3. */
  readonly restarts?: number | undefined;
  /**
   * The maximum number of pages that are worked on and kept together. Only pages that have arrived are combined; it never
   * waits for more. After a crash that many may be worked on again. Default 1.
   */
  readonly batch?: number | undefined;
  /** When it emits, the work under way is done and kept, nothing else begins, and the walk completes. */
  readonly until?: ObservableInput<unknown> | undefined;
  /**
   * How the walk is claimed: `by` whom, by default the host and the process id. One that was claimed, or whose place was kept,
   * within `ifOlderThan` milliseconds is left alone, and this ends with a `Busy`: for workers that look for work.
   */
  readonly claim?:
    { readonly by?: string | undefined; readonly ifOlderThan?: number | undefined } | undefined;
}

/** @inline */
export type Claiming = DurableOptions<unknown, unknown>['claim'];
