/** The end of a walk that another run has claimed. The older run can no longer save anything. @since 0.1.0 */
export interface Superseded {
  readonly _tag: 'Superseded';
  /** The name of the walk. */
  readonly id: string;
  /** Who has claimed it, where the store knows that: the name that the other run gave, by default its host and process id. */
  readonly claimedBy?: string | null;
  /** When, by the clock of the store. */
  readonly claimedAt?: Date;
}

/** Somebody claimed the walk, or kept a place, too recently for `claim.ifOlderThan`: nothing was claimed. @since 1.0.0 */
export interface Busy {
  readonly _tag: 'Busy';
  /** The name of the walk. */
  readonly id: string;
  /** The part, if the walk has parts. */
  readonly part?: string;
  /** Who has claimed it: a name, by default the host and process id; null where the store does not know. */
  readonly claimedBy: string | null;
  /** When, by the clock of the store. */
  readonly claimedAt: Date;
}
