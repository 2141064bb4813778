import { carrying } from '../carrying';

/** What a `polite` says of a response. */
export interface PoliteNote {
  /**
   * For how many milliseconds the queue is held because of a refusal, and for how many it may be held because of one page. The
   * request is sent again, and it is not an attempt.
   */
  readonly hold?: { readonly ms: number; readonly max: number } | undefined;
  /** How many requests start in a minute from now on: far fewer than before because of refusals, or as many as before again. */
  readonly perMinute?: number | undefined;
}

export const politeNote = carrying<PoliteNote>('polite');
