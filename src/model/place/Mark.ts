/**
 * How new an object is: an `updatedAt`, or an id that rises.
 *
 * Numbers and bigints compare by value, and so do strings of digits; other strings compare as `<` does. All marks of a walk
 * must be of one of these kinds: times, for example, as ISO strings of the same precision and time zone.
 *
 * @see durable
 * @since 1.0.0
 */
export type Mark = string | number | bigint;

/**
 * What is remembered of a run that asks for what is new: by marks, or by the service's own tokens, which stand in their place. Of one
 * that is done: what it came to, as `before`.
 */
export type Marks = readonly [
  run: string,
  /** What the last complete run came to. */
  before?: Mark | null | undefined,
  /** What this run asks from. */
  from?: Mark | null | undefined,
  /** No mark above it is kept. With tokens: whether the run began without one. */
  ceiling?: Mark | boolean | null | undefined,
  /** What this run comes to: the highest mark so far, not below `before` and not above `ceiling`, or the last token. */
  highest?: Mark | null | undefined,
  /** The mark that came last in this round. */
  last?: Mark | null | undefined,
  /** Whether the marks of this round rise (1) or fall (-1). */
  direction?: number | null | undefined,
  /** The lowest mark of the objects of this round that could not be read: the next run asks from there. */
  lowest?: Mark | null | undefined,
  /** How many objects could not be read and show no mark. */
  invalid?: number | null | undefined,
  /** When the run began, in milliseconds of this machine: without a ceiling, a later time does not count. */
  began?: number | null | undefined,
  /** The highest mark that was seen, where it does not count. */
  newest?: Mark | null | undefined,
];
