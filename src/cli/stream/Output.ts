import type { Either } from 'fp-ts/Either';
import type { Observable } from 'rxjs';

/** Why an output takes no more: its reader went away (`| head -1`), or writing failed. */
export type OutputEnd = { readonly _tag: 'ReaderGone' } | { readonly _tag: 'OutputFailed'; readonly reason: string };

/**
 * How the document ended: whole, at its end but without objects that were invalid, or before its end.
 */
export type Wholeness = 'whole' | 'flawed' | 'broken';

/** Where the text of the objects goes. */
export interface Output {
  readonly write: (text: string) => void;
  /** Emits once when there is room for a page; it paces the walk, which waits for it before every request. */
  readonly ready: Observable<unknown>;
  /** Emits once when everything written has left this process, and never where it cannot. */
  readonly flushed: Observable<unknown>;
  /** Emits if the output takes no more. */
  readonly ends: Observable<OutputEnd>;
  /** Closes it; a Left or a Right is what there is to say about it: why it failed, or where the text is to be found. */
  readonly close: (wholeness: Wholeness) => Promise<Either<string, string>>;
}
