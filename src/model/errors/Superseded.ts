/**
 * The end of a walk that another run has claimed. The older run can no longer save anything.
 *
 * @since 0.1.0
 */
export interface Superseded {
  readonly _tag: 'Superseded';
  /** The name of the walk. */
  readonly id: string;
}
