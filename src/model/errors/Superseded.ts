/**
 * The end of a walk whose place somebody else has claimed: whoever holds the older claim keeps nothing from then on.
 *
 * @since 0.1.0
 */
export interface Superseded {
  readonly _tag: 'Superseded';
  /** The name of the walk. */
  readonly id: string;
}
