import { concatMap, firstValueFrom, map, merge, type Observable, of, race, take, timer } from 'rxjs';
import type { Interrupt } from '../terminal/Io';
import type { StreamEnd } from './StreamEnd';
import { type PagesWriting, writePages } from './writePages';

export interface Streaming extends PagesWriting {
  readonly interrupts: Observable<Interrupt>;
}

/** Who interrupts does not want to wait for a reader that has stopped reading. */
const patience = 500;

/**
 * Writes the objects of a walk to an output, page by page and at the output's pace, until the walk ends, the limit is
 * reached, the output takes no more, or somebody interrupts. Whichever comes first aborts a request that is in flight.
 */
export const streamPages = (streaming: Streaming): Promise<StreamEnd> => {
  const { output, formatter, tally, limit, interrupts, book } = streaming;
  /** Only when the walk came to its last page, and brought nothing that may be any object. */
  const writeRemovals = (): void => {
    if (tally.invalid > 0) return;
    for (const line of tally.objects < limit ? (book?.removals() ?? []) : []) {
      output.write(formatter.add([line]));
      tally.objects += 1;
      if (tally.objects === limit) break;
    }
  };

  let isClosed = false;
  const closeDocument = (end: StreamEnd): Observable<StreamEnd> => {
    // A walk that broke off before its first object leaves nothing: an empty array would say that there are none.
    if (!isClosed && end._tag === 'Done') writeRemovals();
    if (!isClosed && (end._tag === 'Done' || tally.objects > 0)) output.write(formatter.end());
    isClosed = true;
    return output.flushed.pipe(map(() => end));
  };

  const stopped = interrupts.pipe(map((by): StreamEnd => ({ _tag: 'Interrupted', by })));

  return firstValueFrom(
    merge(writePages(streaming).pipe(concatMap(closeDocument)), output.ends, stopped).pipe(
      take(1),
      concatMap((end) =>
        end._tag === 'Interrupted'
          ? race(closeDocument(end), output.ends.pipe(map(() => end)), timer(patience).pipe(map(() => end)))
          : of(end),
      ),
    ),
  );
};
