import type { Option } from 'fp-ts/Option';
import type { PageToken } from '../PageToken';
import { carrying } from '../carrying';

/** How far a walk got before it ended. @since 0.1.0 */
export interface Progress {
  /** Pages whose objects were all emitted. */
  readonly pages: number;
  /** Objects in those pages, the invalid ones included. */
  readonly objects: number;
  /** Requests that were sent for the page at which the walk ended. */
  readonly attempts: number;
  /** The walk began at a `pageToken` or a `place`, so there may be pages before those counted here. */
  readonly resumed?: true;
  /** The key of the parent whose walk ended: see `walkEach`. */
  readonly parent?: string | number | boolean;
}

/** Called with the number of restarts when an operator restarts the walk that ended here; `isFull` without its delta token. */
export type Restarted = (restarts: number, isFull?: true) => void;

/** What the end of a walk knows and does not show. */
export interface WalkedTo {
  /** Where to continue. */
  readonly pageToken: Option<PageToken>;
  /** The client that reports a restart as an event: an operator knows no client. */
  readonly onRestart?: Restarted | undefined;
}

/** The progress carries it, not the error: a copy of the error (`{ ...error }`) still knows where to continue. */
export const walkedTo = carrying<WalkedTo>('progress');
