/** Tells when the next request may start, so that no window of time sees more than so many of them. */
export interface StartWindow {
  readonly opensAt: (now: number) => number;
  readonly add: (now: number) => void;
}

/** It remembers the starts of the last window: never more than `max`, and none if there is no limit. */
export const startWindow = (max: number, ms: number): StartWindow => {
  let starts: Array<number> = [];
  let oldest = 0;
  return {
    opensAt: (now) => {
      while ((starts[oldest] ?? Infinity) + ms <= now) oldest += 1;
      if (oldest * 2 > starts.length) {
        starts = starts.slice(oldest);
        oldest = 0;
      }
      return starts.length - oldest < max ? now : (starts[oldest] ?? now) + ms;
    },
    add: (now) => {
      if (max < Infinity) starts.push(now);
    },
  };
};
