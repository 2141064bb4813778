import type { StartGate, GateState } from './Gate';

/** What the service says that is left of its limits: requests in flight count against it (law 39). `wall` is the time of day. */
export const allowance = (wall: () => number): StartGate => {
  let left: GateState = {};
  let wholeAt = 0;
  let orders = 0;
  let newest = 0;
  return {
    wait: (now, inFlight) => {
      const { remaining = Infinity } = left;
      return inFlight >= Math.max(1, remaining) ? wholeAt - now : 0;
    },
    started: () => {
      const order = ++orders;
      return (reading, now) => {
        // The response to a request from before was counted before the one that is known already.
        if (reading?.remaining === undefined || order < newest) return;
        const { remaining, reset } = reading;
        newest = order;
        left = { remaining, ...(reset !== undefined && { resetsAt: wall() + reset }) };
        wholeAt = now + (reset ?? 0);
      };
    },
    state: () => left,
  };
};
