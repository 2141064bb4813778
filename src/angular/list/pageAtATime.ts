import type { GrowingRows } from '../rows/growingRows';
import type { Viewer } from './Viewer';

/** Wants one page more at each call; a page that brings no new row does not count. */
export interface PageAtATime<T> extends Viewer<T> {
  readonly wantMore: (rows: GrowingRows<T>) => void;
}

export const pageAtATime = <T>(): PageAtATime<T> => {
  let wanted = -1;
  const wantMore = ({ size }: GrowingRows<T>): void => {
    wanted = size;
  };
  return { isWanted: ({ size }) => size <= wanted, begins: wantMore, wantMore };
};
