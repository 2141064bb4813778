/** Draws not more often than there is something to see. The drawing learns whether somebody has asked for it. */
export const createRedraw = (draw: (isAsked: boolean) => void) => {
  const idle = {
    frame: 0,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    isAsked: false,
  };
  let due = idle;
  const next = (): void => {
    if (due.frame !== 0) return;
    const frame = requestAnimationFrame(() => {
      const { timer, isAsked } = due;
      clearTimeout(timer);
      due = idle;
      draw(isAsked);
    });
    due = { ...due, frame };
  };
  return {
    /** Draws in the next frame: somebody has done something. */
    now: (): void => {
      due = { ...due, isAsked: true };
      next();
    },
    /** Draws within some milliseconds, once for all who ask until then. */
    within: (ms: number): void => {
      if (due.frame !== 0 || due.timer !== undefined) return;
      const timer = setTimeout(() => {
        due = { ...due, timer: undefined };
        next();
      }, ms);
      due = { ...due, timer };
    },
    stop: (): void => {
      cancelAnimationFrame(due.frame);
      clearTimeout(due.timer);
    },
  };
};
