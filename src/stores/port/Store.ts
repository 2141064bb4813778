import type { Either } from 'fp-ts/Either';
import type { ObservableInput } from 'rxjs';
import type { Part, Work } from '../../walk/durable/Places';

/**
 * What of a text can be looked for without reading texts. A store keeps it beside the text.
 *
 * @since 1.0.0
 */
export interface StoreIndex {
  readonly pages: number;
  readonly objects: number;
  readonly round: number;
  /** Whether the walk, or this part of it, is done. */
  readonly isLast: boolean;
  /** Whether runs follow each other (`mark`, `delta`): what is done then is not pruned. */
  readonly recurs: boolean;
  /** What else is shown of it, as JSON. */
  readonly shown: string | null;
}

/** A walk, or a part of one, as a store has it. Times are milliseconds by the clock of the store. @since 1.0.0 */
export interface StoreRow {
  readonly id: string;
  readonly part?: string | undefined;
  /** The names of all parts, sorted; only where the walk has parts. */
  readonly parts?: ReadonlyArray<string> | undefined;
  /** The number of the last claim. A number never comes again for this walk, or this part of it, not even after `drop`. */
  readonly epoch: number;
  /** Random text of the last claim, for a store that can lose its last commits and would then give a number twice. */
  readonly nonce?: string | undefined;
  /** What was committed last; null where nothing was. */
  readonly text: string | null;
  readonly index: StoreIndex;
  /** Null for nobody, and undefined for somebody whose name is not known yet. */
  readonly claimedBy: string | null | undefined;
  readonly claimedAt: number;
  /** When something was last committed that has advanced the walk. */
  readonly keptAt: number | null;
  /** When this row was read. */
  readonly now: number;
  /** The run of a walk that 1.0.0-rc.2 began. Stores give it to no other walk. */
  readonly run?: string | undefined;
  /** Where the text stands, for messages about a damaged one: a path, say. */
  readonly where?: string | undefined;
}

/** Which rows are read, in the order of ids (as UTF-8 bytes) and parts. @since 1.0.0 */
export interface RowFilter {
  /** All rows of one walk. It is given alone. */
  readonly id?: string | undefined;
  readonly isLast?: boolean | undefined;
  readonly recurs?: boolean | undefined;
  /** Only rows whose `keptAt` is before this. */
  readonly keptBefore?: number | undefined;
  readonly prefix?: string | undefined;
  /** Only ids after this one. */
  readonly after?: string | undefined;
  /** How many walks at most. The rows of a walk are not split. */
  readonly limit?: number | undefined;
}

/** The right to commit, as it was claimed, and the text that must be there. @since 1.0.0 */
export type StoreFence = Pick<StoreRow, 'id' | 'part' | 'epoch' | 'nonce' | 'text'>;

/** What is committed. @since 1.0.0 */
export interface StoreEntry {
  readonly text: string;
  readonly index: StoreIndex;
  /** False where the walk has got no further: `keptAt` stays as it is. */
  readonly hasAdvanced: boolean;
}

/**
 * Called in the transaction of the page that may end a walk, with the rows of its other parts. They cannot end at the same time:
 * the walk is locked.
 *
 * @since 1.0.0
 */
export type LastWork<Tx> = (
  transaction: Tx,
  others: ReadonlyArray<StoreRow>,
  reads?: Parameters<Work<Tx>>[1],
) => ObservableInput<unknown>;

/**
 * Where texts are kept, each together with the work that it stands for: what `placesOf` needs to keep the places of durable walks.
 * `Tx` is what the work gets, and `R` is what it may return, if that is not everything.
 *
 * A store knows nothing of walks but this: a claim supersedes every earlier claim, and a commit happens only where its claim is
 * the last one and the text is the one that the walker knows. This port may still change in a later 1.x.
 *
 * @since 1.0.0
 */
export interface Store<Tx, R = unknown> {
  /** Its name in messages. */
  readonly name: string;
  /** What work over this store may return. It is a type alone, and never there. */
  readonly '~returned'?: R;
  /** Whether work and text are committed together. Otherwise the work comes first, then the text, and `last` is never given. */
  readonly isAtomic: boolean;
  /** Reads what was claimed, and every part of a walk in parts, claimed or not. */
  read(filter: RowFilter): Promise<ReadonlyArray<StoreRow>>;
  /**
   * Claims a walk, or a part of it: every earlier claim counts no more, and what it has open is over when this resolves. With
   * `after` it claims only where that is still the epoch of the row (0: there is no row), of several claims exactly one.
   * Undefined where it has not claimed: the epoch is another one, or the walk is in other parts. The names of the parts are sorted. `by` says who claims: null is
   * nobody, and without it the store names its process.
   */
  claim(
    id: string,
    part: Part | undefined,
    how: { readonly by?: string | null | undefined; readonly after?: number | undefined },
  ): Promise<StoreRow | undefined>;
  /**
   * Works, and commits a text. Emits once: a Right, or a Left with the row that is there instead (undefined where there is none). It
   * looks before the work and with the commit; `last` comes after the work. Where they fail, or it is unsubscribed, nothing is
   * committed.
   */
  commit(
    fence: StoreFence,
    entry: StoreEntry,
    work: Work<Tx>,
    last?: LastWork<Tx>,
  ): ObservableInput<Either<StoreRow | undefined, void>>;
  /**
   * Removes rows whose epoch and text are still these, and gives those. A part of a walk whose other parts stay is then as if
   * nobody had claimed it.
   */
  drop(rows: ReadonlyArray<StoreRow>): Promise<ReadonlyArray<StoreRow>>;
}
