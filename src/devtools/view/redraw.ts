/** Draws not more often than there is something to see. The drawing learns whether somebody has asked for it. */
export interface Redraw {
  /** Draws in the next frame: somebody has done something. */
  readonly now: () => void;
  /** Draws within some milliseconds, once for all who ask until then. */
  readonly within: (ms: number) => void;
  readonly stop: () => void;
}

export const createRedraw = (draw: (isAsked: boolean) => void): Redraw => {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isAsked = false;
  const next = (): void => {
    if (frame !== 0 || isStopped) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      clearTimeout(timer);
      timer = undefined;
      const wasAsked = isAsked;
      isAsked = false;
      draw(wasAsked);
    });
  };
  return {
    now: () => {
      isAsked = true;
      next();
    },
    within: (ms) => {
      if (isStopped || frame !== 0) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        next();
      }, ms);
    },
    stop: () => {
      isStopped = true;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    },
  };
};
