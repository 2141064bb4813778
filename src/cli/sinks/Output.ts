import * as E from 'fp-ts/Either';
import type { Writable } from 'node:stream';
import { defer, fromEvent, Observable, of, ReplaySubject, take } from 'rxjs';
import { reasonOf } from '../terminal/Complaint';
import { isReaderGone } from './printText';

/** Why an output takes no more: its reader went away (`| head -1`), or writing failed. */
export type OutputEnd =
  { readonly _tag: 'ReaderGone' } | { readonly _tag: 'OutputFailed'; readonly reason: string };

/** How the document ended: whole, at its end but without objects that were invalid, or before its end. */
export type Wholeness = 'whole' | 'flawed' | 'broken';

export interface Output {
  readonly write: (text: string) => void;
  /** Drops what this walk has written, if it is a file. */
  readonly cut?: () => void;
  /** Emits once when there is room for a page; it paces the walk, which waits for it before every request. */
  readonly ready: Observable<unknown>;
  /** Emits once when everything written has left this process, and never where it cannot. */
  readonly flushed: Observable<unknown>;
  /** Emits once when the page that was written is kept, if a later run can continue with it. */
  readonly saved: Observable<unknown>;
  readonly ends: Observable<OutputEnd>;
  /** Closes it; a Left or a Right is what there is to say about it: why it failed, or where the text is. */
  readonly close: (wholeness: Wholeness) => Promise<E.Either<string, string>>;
}

/** Any stream as an output. A pipe whose reader stops reading has no room for a page, and stops the walk. */
export const writableOutput = (stream: Writable): Output => {
  const ends = new ReplaySubject<OutputEnd>(1);
  // The listener stays: an error may also come after the last write.
  stream.on('error', (error) =>
    ends.next(
      isReaderGone(error)
        ? { _tag: 'ReaderGone' }
        : { _tag: 'OutputFailed', reason: reasonOf(error) },
    ),
  );

  return {
    write: (text) => {
      if (text !== '') stream.write(text);
    },
    ready: defer(() =>
      stream.writableNeedDrain ? fromEvent(stream, 'drain').pipe(take(1)) : of(undefined),
    ),
    flushed: new Observable((subscriber) => {
      stream.write('', (error) => {
        // `ends` reports what failed; to say "flushed" here would make a broken output a whole one.
        if (error !== null && error !== undefined) return;
        subscriber.next(undefined);
        subscriber.complete();
      });
    }),
    saved: of(undefined),
    ends,
    close: () => Promise.resolve(E.right('')),
  };
};
