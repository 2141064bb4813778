import type { LimitReading } from '../../model/errors/readLimits';

/** Hears what came of a request: what its response says of limits, or undefined if there is none. */
export type Heard = (reading: LimitReading | undefined, now: number) => void;

/** What a gate tells of itself, as a part of the state of a `polite`. */
export interface GateState {
  readonly perMinute?: number;
  readonly remaining?: number;
  readonly resetsAt?: number;
}

/** A rule that says when the next request may start. Times are milliseconds of a steady clock. */
export interface StartGate {
  /** The milliseconds until the next request may start; 0 or less: now. */
  readonly wait: (now: number, inFlight: number) => number;
  /** How many may start together where one may. A budget is asked for as many permits. By default any number. */
  readonly room?: (now: number) => number;
  /** A request starts. */
  readonly started: (now: number) => Heard | undefined;
  /** No request waits for this gate: what time passes from here on is not made up for. */
  readonly idle?: () => void;
  readonly state?: (now: number) => GateState;
}

interface Gates extends Required<StartGate> {
  readonly started: (now: number) => Heard;
}

/** Several gates as one: a request starts when the last of them lets it. */
export const allOf = (gates: ReadonlyArray<StartGate>): Gates => ({
  wait: (now, inFlight) => Math.max(0, ...gates.map(({ wait }) => wait(now, inFlight))),
  room: (now) => Math.min(...gates.map(({ room }) => room?.(now) ?? Infinity)),
  started: (now) => {
    const hearing = gates.map(({ started }) => started(now));
    return (reading, at) => {
      for (const heard of hearing) heard?.(reading, at);
    };
  },
  idle: () => {
    for (const { idle } of gates) idle?.();
  },
  state: (now) => Object.assign({}, ...gates.map(({ state }) => state?.(now))) as GateState,
});
