import type { Observable } from 'rxjs';
import { emptyIndex } from '../../stores/port/indexOf';
import type { Store, StoreRow } from '../../stores/port/Store';

/** What is in a document: of how many pages, what was left out, and what its format has to know to continue it. */
export interface DocumentState {
  readonly pages: number;
  readonly objects: number;
  readonly invalid: number;
  readonly memory: unknown;
}

/** What the work on a page writes to: its text, and what is in the document then. */
export interface PageSink {
  readonly write: (text: string, written: DocumentState) => void;
}

/** Why a sink takes no more: its reader went away (`| head -1`), or writing failed. */
export type SinkEnd =
  { readonly _tag: 'ReaderGone' } | { readonly _tag: 'OutputFailed'; readonly reason: string };

/** Why a page could not be written. */
export class SinkProblem extends Error {}

/** How the document ended: whole, at its end but without objects that were invalid, or before its end. */
export type Wholeness = 'whole' | 'flawed' | 'broken';

/** Where a later run can continue. */
export interface Resumption {
  readonly file: string;
  readonly part: string;
  /** After how many pages of the walk the bookmark on the disk continues. */
  readonly pages: () => number;
  /** Whether it asks for what is new. */
  readonly isMarked: boolean;
}

/** Where a document goes. */
export interface Sink {
  /** Where `durable` keeps the walk: a page and its place are written together. */
  readonly store: Store<PageSink>;
  /** What was written before this run, if it continues another. */
  readonly before?: DocumentState | undefined;
  /** How many objects the last run brought, where this one asks for what is new since then. */
  readonly lastRun?: number | undefined;
  /** A walk that begins again replaces what it has written: what is in the document then. Absent where that cannot be. */
  readonly beginAgain?: () => DocumentState;
  /** Emits once when there is room for a page: the next request waits for it. */
  readonly ready: Observable<unknown>;
  /** Emits where the sink takes no more, whatever the walk does. */
  readonly ends: Observable<SinkEnd>;
  /** Writes the end of the document, behind what is under way. Resolves when all of it has left this process. */
  readonly end: (text: () => string) => Promise<void>;
  /** Resolves with what there is to say of where the document is, and rejects with why it is not there. */
  readonly close: (wholeness: Wholeness) => Promise<string>;
  readonly resumption?: Resumption;
}

/** The row of a walk that no other process can have. */
export const ownRow = (id: string, kept: Partial<Pick<StoreRow, 'text' | 'index'>>): StoreRow => ({
  id,
  epoch: 1,
  text: null,
  index: emptyIndex,
  claimedBy: null,
  claimedAt: 0,
  keptAt: null,
  now: 0,
  ...kept,
});

export const refuseDrop = (): Promise<never> =>
  Promise.reject(new Error('what was written cannot be dropped'));
