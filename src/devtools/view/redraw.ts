/** Draws not more often than there is something to see. The drawing learns whether somebody has asked for it. */
export const createRedraw = (draw: (isAsked: boolean) => void) => {
  const idle = { frame: 0, timer: 0, isAsked: false };
  const due = { ...idle };
  const next = (): void => {
    due.frame ||= requestAnimationFrame(() => {
      const { timer, isAsked } = due;
      clearTimeout(timer);
      Object.assign(due, idle);
      draw(isAsked);
    });
  };
  return {
    /** Draws in the next frame: somebody has done something. */
    now: (): void => {
      due.isAsked = true;
      next();
    },
    /** Draws within some milliseconds, once for all who ask until then. */
    within: (ms: number): void => {
      if (due.frame !== 0) return;
      due.timer ||= window.setTimeout(() => {
        due.timer = 0;
        next();
      }, ms);
    },
    stop: (): void => {
      cancelAnimationFrame(due.frame);
      clearTimeout(due.timer);
    },
  };
};
