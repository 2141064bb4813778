/** Draws not more often than there is something to see. The drawing learns whether somebody has asked for it. */
export const createRedraw = (draw: (isAsked: boolean) => void) => {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  const next = (): void => {
    frame ||= requestAnimationFrame(() => {
      clearTimeout(timer);
      const wasAsked = isAsked;
      [frame, timer, isAsked] = [0, undefined, false];
      draw(wasAsked);
    });
  };
  return {
    /** Draws in the next frame: somebody has done something. */
    now: (): void => {
      isAsked = true;
      next();
    },
    /** Draws within some milliseconds, once for all who ask until then. */
    within: (ms: number): void => {
      if (frame !== 0) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        next();
      }, ms);
    },
    stop: (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    },
  };
};
