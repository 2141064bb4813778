import { checkedKey, type Key } from '../../walk/recovery/seenBefore';

/** Where an inserted row is shown that has no row to be behind: at the top, or not among these rows. */
export interface Insert<T> {
  readonly type: 'insert';
  readonly object: T;
  /** It is shown behind the row with this key. */
  readonly after?: Key | undefined;
  /** The rows are not the first ones of the service: without that row it is not shown among them. */
  readonly isElsewhere?: boolean | undefined;
}

/** A change of a list that the user has made. */
export type Edit<T> =
  | { readonly type: 'patch'; readonly key: Key; readonly change: (object: T) => T }
  | Insert<T>
  | { readonly type: 'remove'; readonly key: Key };

/** How rows are told apart, and what a temporary key means by now. */
export interface Keys<T> {
  readonly of: (object: T) => Key;
  readonly real: (key: Key) => Key;
}

/** The row that an edit is about. */
export const keyOfEdit = <T>(edit: Edit<T>, { of, real }: Keys<T>): Key =>
  edit.type === 'insert' ? checkedKey(of(edit.object)) : real(edit.key);

/** A function of the user has thrown while an edit was put over rows. */
export class BrokenEdit extends Error {
  constructor(
    readonly edit: unknown,
    readonly thrown: unknown,
  ) {
    super('an edit has thrown an exception');
  }
}
