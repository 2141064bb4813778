import { finalize, type Observable, tap, timer } from 'rxjs';
import type { Outlet } from '../terminal/Io';

/** The line on a terminal that says how far the work has come. */
export interface ProgressLine {
  /** Draws the line while it is subscribed, ten times a second, and erases it in the end. */
  readonly drawn: Observable<unknown>;
  /** Makes room for other text; the line comes back with the next drawing. */
  readonly erase: () => void;
}

const interval = 100;

/** Some terminals do not know their width, and say 0. */
const widthOf = ({ columns = 0 }: Outlet): number => (columns > 0 ? columns : 80);

/** A line that is as wide as the terminal would wrap, and then could not be erased. */
const fitted = (text: string, columns: number): string =>
  text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`;

export const progressLine = (terminal: Outlet, text: () => string): ProgressLine => {
  let isDrawn = false;
  const draw = (): void => {
    terminal.write(`\r${fitted(text(), widthOf(terminal))}\x1b[K`);
    isDrawn = true;
  };
  const erase = (): void => {
    if (isDrawn) terminal.write('\r\x1b[K');
    isDrawn = false;
  };
  return { drawn: timer(0, interval).pipe(tap(draw), finalize(erase)), erase };
};
