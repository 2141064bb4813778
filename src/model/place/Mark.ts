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
