import type { Option } from 'fp-ts/Option';
import type { Busy } from '../../model/errors/Superseded';
import type { Mark } from '../../model/place/Mark';
import type { Place } from '../../model/place/Place';
import type { Places } from './Places';

/** How far a walk has got, as `get` and `all` of a store return it: without its token. @since 0.1.0 */
export interface KeptWalk
  extends Pick<Place, 'pages' | 'objects' | 'round' | 'isLast'>, Omit<Busy, '_tag'> {
  /** When a place was last kept; null if none was. */
  readonly keptAt: Date | null;
  /**
   * Milliseconds since then, or since the claim where no place was kept, by the clock of the store. Where that clock was set
   * back, a time in the future counts by its distance. For a walk in parts it is the age of the unfinished part that has stood
   * still longest, or of the last part if all are done.
   */
  readonly age: number;
  /** The mark of the last complete run, if the walk asks for what is new. Sums of parts have none. */
  readonly mark?: Mark;
  /**
   * What holds the mark of the run under way, or of the last one, where it is: parents of `walkEach` that were skipped, and objects that
   * could not be read. The next run asks for them again.
   */
  readonly held?: { readonly parents: number; readonly objects: number };
  /** How many objects the last complete run with a mark could not read, and not even their marks: the next run does not bring them. */
  readonly invalid?: number;
  /** True where the next run asks from a token of the service. Which one is not shown. */
  readonly delta?: true;
  /**
   * How the run has failed last: what `prepare`, `work`, `finish` or the store threw at `page` (`place.pages` of that page), `times` in
   * a row. It is gone when a place covers that page. Sums of parts have none.
   */
  readonly failure?: {
    readonly page: number;
    readonly times: number;
    readonly at: Date;
    readonly message: string;
  };
  /** How many parents `walkEach` has skipped, those that could not be read included. Sums of parts have none. */
  readonly skipped?: number;
}

/** Which walks `all` returns. Without any of these: every one. @inline */
export interface KeptWalksFilter {
  /** Only walks that are done, or only those that are not. */
  readonly isLast?: boolean | undefined;
  /** Only walks whose ids begin with this. */
  readonly prefix?: string | undefined;
  /** Only walks whose ids come after this one, which need not exist: to read on where you stopped. */
  readonly after?: string | undefined;
  /** How many walks at most; a walk in parts is never split. */
  readonly limit?: number | undefined;
}

/**
 * Places that can be looked at, and changed by hand, as `filePlaces`, `postgresPlaces` and `sqlitePlaces` make them. Every
 * change supersedes the walker. Without `part` it changes all parts of a walk. An unknown id is not an error.
 *
 * @since 1.0.0
 */
export interface KeptPlaces<T, R = unknown> extends Places<T, R> {
  /** Returns one walk, or a part of it; `none` if it was never claimed. For a walk in parts, it has the sums of all parts. */
  get(id: string, part?: string): Promise<Option<KeptWalk>>;
  /** Returns walks in the order of their ids, as UTF-8 bytes: for dashboards. Without a filter it returns all of them at once. */
  all(filter?: KeptWalksFilter): Promise<ReadonlyArray<KeptWalk>>;
  /** Lets the walk begin again: its place and its mark or token are dropped. A part that is forgotten alone gets another `run`. */
  forget(id: string, part?: string): Promise<void>;
  /** Drops the place and keeps the mark or token: the next run begins with its first page. For a request that has changed. */
  restart(id: string, part?: string): Promise<void>;
  /**
   * Drops the place and sets the mark from which the next run asks. It takes an id that the store does not have, and refuses a
   * walk that was begun with `delta`.
   */
  setMark(id: string, mark: Mark, part?: string): Promise<void>;
  /** Takes the walk from its walker, for others that claim it with `ifOlderThan`. Place, mark and token stay. */
  release(id: string, part?: string): Promise<void>;
}
