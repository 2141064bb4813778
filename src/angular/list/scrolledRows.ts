import type { Observable } from 'rxjs';
import type { Row } from '../WalkState';
import type { Viewer } from './Viewer';
import { type Viewports, viewports } from './viewports';

/**
 * How far a virtual list loads ahead of its viewport.
 *
 * @since 0.1.0
 */
export interface ScrollOptions {
  /** The next page is asked for when no more than this many rows are ready beyond the end of the viewport. Default 100. */
  readonly highWaterMark?: number | undefined;
  /** `'skip'`: asks for nothing on the server. By default the server asks for one page, whatever the mark. */
  readonly ssr?: 'skip' | undefined;
}

/** The rows of a list as viewports look at them: all of them, or the valid ones. */
export interface ScrolledRows<T> {
  readonly viewer: Viewer;
  readonly rows: Viewports<Row<T>>;
  readonly valid: Viewports<T>;
  /** Whether somebody looks. */
  readonly isSeen: () => boolean;
  readonly toStart: () => void;
}

export const checkedMark = (highWaterMark = 100): number => {
  if (!(highWaterMark >= 0)) throw new TypeError('highWaterMark must be 0 or more');
  return highWaterMark;
};

/** `changed` is called whenever somebody looks, looks elsewhere, or does not look any more. */
export const scrolledRows = <T>(
  { highWaterMark: givenMark, ssr }: ScrollOptions,
  isRendered: boolean,
  changes: { readonly rows: Observable<ReadonlyArray<Row<T>>>; readonly valid: Observable<ReadonlyArray<T>> },
  changed: () => void,
): ScrolledRows<T> => {
  const highWaterMark = checkedMark(givenMark);
  const rows = viewports(changes.rows, changed);
  const valid = viewports(changes.valid, changed);
  return {
    rows,
    valid,
    isSeen: () => Math.max(rows.end(), valid.end()) >= 0,
    toStart: () => {
      rows.toStart();
      valid.toStart();
    },
    viewer: {
      isRendering: true,
      isWanted: (here, isTransferred) => {
        if (isRendered) return ssr !== 'skip' && here.size === 0;
        // What follows rows that have travelled costs a request for the first page again: not before half of them are seen.
        const mark = isTransferred ? Math.min(highWaterMark, Math.floor(here.size / 2)) : highWaterMark;
        return here.size <= rows.end() + mark || here.valid <= valid.end() + mark;
      },
    },
  };
};
