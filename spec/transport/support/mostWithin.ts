/** How many of the times, which rise, lie within one window of this many milliseconds, at most. */
export const mostWithin = (times: ReadonlyArray<number>, ms: number): number => {
  let first = 0;
  return times.reduce((most, at, index) => {
    while (at - (times[first] ?? at) >= ms) first += 1;
    return Math.max(most, index - first + 1);
  }, 0);
};
