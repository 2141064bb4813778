import type { EditedRows } from '../rows/editedRows';
import type { GrowingRows } from '../rows/growingRows';
import type { WalkState } from '../WalkState';
import type { KeptList } from './KeptList';

/** How many rows a list has. */
export type RowCount = Pick<GrowingRows<unknown>, 'size' | 'valid'>;

/** The rows that a walk fills. */
export type FilledRows<T> = RowCount &
  Pick<GrowingRows<T>, 'add' | 'countPage' | 'show' | 'beginAgain' | 'makeRoom' | 'clear'>;

/** Who looks at a list, and wants more of it or not. */
export interface Viewer {
  /** Whether a page is to be asked for, with these rows here already. After rows that came with the HTML, the first page is requested again. */
  readonly isWanted: (rows: RowCount, isTransferred: boolean) => boolean;
  /** The walk begins, or continues after an error, as somebody has asked for. */
  readonly begins?: (rows: RowCount) => void;
  /** Wants more while Angular renders, when no signal may be written. */
  readonly isRendering?: true;
}

/** A walk that fills a list as far as its viewer wants it to. */
export interface ListWalk<T> {
  readonly state: WalkState<T>;
  readonly rows: EditedRows<T>;
  /** What the viewer wants has changed. */
  readonly demand: () => void;
  /** The same, and a walk that is wanted begins at once: never while Angular renders, or before inputs are set. */
  readonly demandNow: () => void;
  /** Begins before anybody looks: rows that came with the HTML are there at once, and a request waits until it is wanted. */
  readonly hydrate: () => void;
  /** The list is not visible: after the page in flight, no page is requested until it is. */
  readonly release: () => void;
  /** Calls back when no page is under way, at once where none is. */
  readonly whenSettled: (settled: () => void) => void;
  /** Leaves the walk, once for all. */
  readonly destroy: () => void;
  /** The same, and gives what is to be kept of the list. */
  readonly keep: () => KeptList<T> | undefined;
}
