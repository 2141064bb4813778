import { type Option, fromNullable, isSome } from 'fp-ts/Option';
import type { PageToken } from '../PageToken';

/**
 * How far a walk came before it ended.
 *
 * @since 0.1.0
 */
export interface Progress {
  /** Pages whose objects were all emitted. */
  readonly pages: number;
  /** Objects in those pages, the invalid ones included. */
  readonly objects: number;
  /** Requests that were sent for the page at which the walk ended. */
  readonly attempts: number;
  /** The walk began at a `pageToken` or a `place`, so there may be pages before those counted here. */
  readonly resumed?: true;
}

/**
 * Tokens live beside the progress they belong to and never inside it, so that no way of printing an error shows one,
 * while a copy of the error (`{ ...error }`) still knows where to go on.
 */
const tokens = new WeakMap<Progress, PageToken>();

export const progressAt = (progress: Progress, token: Option<PageToken>): Progress => {
  if (isSome(token)) tokens.set(progress, token.value);
  return progress;
};

export const tokenOf = (progress: Progress): Option<PageToken> => fromNullable(tokens.get(progress));
