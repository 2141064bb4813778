import * as E from 'fp-ts/Either';
import { concatMap, endWith, firstValueFrom, map, merge, type Observable, of, race, take, timer } from 'rxjs';
import type { Demand } from '../../index';
import type { Interrupt } from '../Io';
import type { Output } from './Output';
import { pageWriter, type PageWriting } from './pageWriter';
import type { Pages } from './restartExpired';
import type { StreamEnd } from './StreamEnd';

export interface Streaming extends PageWriting {
  /** The walk, paced by the output. */
  readonly pages: (valve: Demand) => Pages;
  readonly output: Output;
  readonly interrupts: Observable<Interrupt>;
}

/** Who interrupts does not want to wait for a reader that has stopped reading. */
const patience = 500;

const whole: StreamEnd = { _tag: 'Done' };

/**
 * Writes the objects of a walk to an output, page by page and at the output's pace, until the walk ends, the limit is
 * reached, the output takes no more, or somebody interrupts. Whichever comes first aborts a request that is in flight.
 */
export const streamPages = (streaming: Streaming): Promise<StreamEnd> => {
  const { pages, output, formatter, tally, limit, interrupts, book } = streaming;
  const writePage = pageWriter(streaming);

  const walked = pages({ ready: output.ready }).pipe(
    concatMap((result): ReadonlyArray<StreamEnd> => {
      const written = E.isLeft(result) ? result : writePage(result.right);
      if (E.isLeft(written)) return [written.left];
      return tally.objects < limit ? [] : [whole];
    }),
    endWith(whole),
    take(1),
  );

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
    merge(walked.pipe(concatMap(closeDocument)), output.ends, stopped).pipe(
      take(1),
      concatMap((end) =>
        end._tag === 'Interrupted'
          ? race(closeDocument(end), output.ends.pipe(map(() => end)), timer(patience).pipe(map(() => end)))
          : of(end),
      ),
    ),
  );
};
