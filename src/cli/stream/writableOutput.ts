import * as E from 'fp-ts/Either';
import type { Writable } from 'node:stream';
import { defer, fromEvent, Observable, of, ReplaySubject, take } from 'rxjs';
import { reasonOf } from '../terminal/Complaint';
import type { Output, OutputEnd } from './Output';

const readerIsGone = (error: Error): boolean => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EPIPE' || code === 'ECONNRESET';
};

/**
 * Any stream as an output. While the stream holds more than its mark, there is no room for a page: a pipe whose reader
 * stops reading stops the walk.
 */
export const writableOutput = (stream: Writable): Output => {
  const ends = new ReplaySubject<OutputEnd>(1);
  // The listener stays: an error may also come after the last write.
  stream.on('error', (error) => {
    ends.next(readerIsGone(error) ? { _tag: 'ReaderGone' } : { _tag: 'OutputFailed', reason: reasonOf(error) });
  });

  return {
    write: (text) => {
      if (text !== '') stream.write(text);
    },
    ready: defer(() => (stream.writableNeedDrain ? fromEvent(stream, 'drain').pipe(take(1)) : of(undefined))),
    flushed: new Observable((subscriber) => {
      stream.write('', (error) => {
        // What failed is told by `ends`; to say "flushed" here would make a broken output a whole one.
        if (error !== null && error !== undefined) return;
        subscriber.next(undefined);
        subscriber.complete();
      });
    }),
    ends,
    close: () => Promise.resolve(E.right('')),
  };
};
