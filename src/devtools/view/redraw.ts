/** Draws not more often than there is something to see. */
export interface Redraw {
  /** Draws in the next frame: somebody has done something. */
  readonly now: () => void;
  /** Draws within some milliseconds, once for all who ask until then. */
  readonly within: (ms: number) => void;
  readonly stop: () => void;
}

export const createRedraw = (draw: () => void): Redraw => {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const now = (): void => {
    if (frame !== 0 || isStopped) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      clearTimeout(timer);
      timer = undefined;
      draw();
    });
  };
  return {
    now,
    within: (ms) => {
      if (isStopped || frame !== 0) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        now();
      }, ms);
    },
    stop: () => {
      isStopped = true;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    },
  };
};
