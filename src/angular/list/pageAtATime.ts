import type { RowCount, Viewer } from './Viewer';

/** Wants one page more at each call; a page that brings no new row does not count. */
export interface PageAtATime extends Viewer {
  readonly wantMore: (rows: RowCount) => void;
}

export const pageAtATime = (): PageAtATime => {
  let wanted = -1;
  const wantMore = ({ size }: RowCount): void => {
    wanted = size;
  };
  return {
    isWanted: ({ size }) => size <= wanted,
    begins: wantMore,
    wantMore,
  };
};
