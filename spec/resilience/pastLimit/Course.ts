/** What is to be read: this many objects, of which one walk gets no more than the limit. */
export interface Course {
  readonly objects: number;
  readonly pageSize: number;
  readonly limit: number;
  /** Milliseconds that the service takes for a page. */
  readonly latency: number;
}

/** The keys are below this. */
export const top = 2 ** 30;

/** The key of object n: each its own, in order, and half of all keys in the lowest 256th of the space that they have. */
export const keyAt = ({ objects }: Course, n: number): number =>
  n + Math.floor((n / objects) ** 8 * (top - objects));
