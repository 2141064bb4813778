/**
 * The end of a walk that somebody else has claimed. Whoever has the older claim keeps nothing from then on.
 *
 * @since 0.1.0
 */
export interface Superseded {
  readonly _tag: 'Superseded';
  /** The name of the walk. */
  readonly id: string;
}
