import * as E from 'fp-ts/Either';
import type { Writable } from 'node:stream';
import { concat, defer, fromEvent, ignoreElements, of, ReplaySubject, take } from 'rxjs';
import { reasonOf } from '../terminal/Complaint';
import { isReaderGone } from './printText';
import { ownRow, type PageSink, refuseDrop, type Sink, type SinkEnd } from './Sink';

/**
 * Any stream as a sink: what was written has left, so that nothing is kept. A pipe whose reader stops reading has no room for a
 * page, and stops the walk.
 */
export const streamSink = (stream: Writable): Sink => {
  const ends = new ReplaySubject<SinkEnd>(1);
  // The listener stays: an error may also come after the last write.
  stream.on('error', (error) =>
    ends.next(
      isReaderGone(error)
        ? { _tag: 'ReaderGone' }
        : { _tag: 'OutputFailed', reason: reasonOf(error) },
    ),
  );
  const page: PageSink = {
    write: (text) => {
      if (text !== '') stream.write(text);
    },
  };

  return {
    store: {
      name: 'stream',
      isAtomic: false,
      read: () => Promise.resolve([]),
      claim: (id) => Promise.resolve(ownRow(id, {})),
      commit: (_fence, _entry, work) =>
        concat(defer(() => work(page)).pipe(ignoreElements()), of(E.right(undefined))),
      drop: refuseDrop,
    },
    ready: defer(() =>
      stream.writableNeedDrain ? fromEvent(stream, 'drain').pipe(take(1)) : of(undefined),
    ),
    ends,
    end: (text) =>
      new Promise((resolve) => {
        // `ends` reports what failed; to resolve here would make a broken output a whole one.
        stream.write(text(), (error) => {
          if (error === null || error === undefined) resolve();
        });
      }),
    close: () => Promise.resolve(''),
  };
};
