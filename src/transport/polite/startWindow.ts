import { queue } from '../../model/scheduling/queue';
import type { StartGate } from './Gate';

/** The shortest wait: after one that is lost in rounding, virtual time would stand still. */
export const minWait = 1 / 1024;

/** No more than this many starts in any window of this many milliseconds (law 15). It remembers those of the last one. */
export const startWindow = (
  max: number,
  ms: number,
): StartGate & { readonly room: (now: number) => number } => {
  const starts = queue<number>();
  const room = (now: number): number => {
    while (now - (starts.first ?? Infinity) >= ms) starts.take();
    return max - starts.size;
  };
  return {
    room,
    wait: (now) => (room(now) > 0 ? 0 : Math.max(minWait, (starts.first ?? Infinity) + ms - now)),
    started: (now) => {
      starts.push(now);
      return undefined;
    },
  };
};
