import type { WalkError } from '../../model/errors/WalkError';

/**
 * How a list came out on the server.
 *
 * @since 0.1.0
 */
export interface ServerOutcome {
  /** Why the list stopped; undefined where it did not, and where an exception has stopped it. */
  readonly error: WalkError | undefined;
  /** Whether an exception or an error has stopped it. */
  readonly isFailed: boolean;
  /** Whether there is nothing in it. */
  readonly isEmpty: boolean;
}

/**
 * The HTTP status that a list gives to the page on which it is rendered; undefined for none.
 *
 * @since 0.1.0
 */
export type ServerStatus = (outcome: ServerOutcome) => number | undefined;
