import { queue } from '../scheduling/queue';

/** Says when requests may start, so that no window of time has more than a number of them. */
export interface StartWindow {
  /** How many may start now. */
  readonly room: (now: number) => number;
  /** The milliseconds until one may start. */
  readonly wait: (now: number) => number;
  readonly add: (now: number) => void;
}

/** It remembers the starts of the last window: never more than `max`, and none if there is no limit. */
export const startWindow = (max: number, ms: number): StartWindow => {
  const starts = queue<number>();
  const room = (now: number): number => {
    while ((starts.first ?? Infinity) + ms <= now) starts.take();
    return max - starts.size;
  };
  return {
    room,
    wait: (now) => (room(now) > 0 ? 0 : (starts.first ?? now) + ms - now),
    add: (now) => {
      if (max < Infinity) starts.push(now);
    },
  };
};
