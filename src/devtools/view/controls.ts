import { moved, type TimeScale, type Window, zoomed } from '../model/timeScale';
import { clockOf, type PanelState, shownWindow } from './PanelState';

/** What somebody can do with a panel. `widthOf` is that of its drawing. */
export const createControls = (state: PanelState, widthOf: () => number, changed: () => void) => {
  const momentAt = (x: number, { from, to }: Window): number =>
    from + (x / Math.max(1, widthOf())) * (to - from);
  const rescale = (next: TimeScale): void => {
    state.isFitted = false;
    state.scale = next;
    changed();
  };
  const follow = (): void => rescale({ ...state.scale, end: undefined });
  return {
    rescale,
    follow,
    fit: (): void => {
      follow();
      state.isFitted = true;
    },
    zoom: (factor: number, x = widthOf() / 2): void => {
      const shown = shownWindow(state);
      rescale(zoomed(state.scale, factor, shown, momentAt(x, shown)));
    },
    move: (pixels: number): void => {
      const shown = shownWindow(state);
      rescale(moved(state.scale, shown, momentAt(pixels, shown) - shown.from));
    },
    pause: (): void => {
      state.pausedAt = state.pausedAt === undefined ? clockOf(state) : undefined;
      changed();
    },
    clear: (): void => {
      state.picture.clear();
      state.choice = undefined;
      changed();
    },
    filter: (text: string, shown: PanelState['filter']['shown']): void => {
      state.filter = { text, shown };
      changed();
    },
  };
};
