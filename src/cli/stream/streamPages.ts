import * as E from 'fp-ts/Either';
import { concatMap, endWith, firstValueFrom, map, merge, type Observable, of, race, take, timer } from 'rxjs';
import type { Demand, InvalidObject, Page, PageStream, UnknownProperties } from '../../index';
import type { Interrupt } from '../Io';
import type { AnyRecord, Formatter } from './Formatter';
import type { Output } from './Output';
import type { StreamEnd } from './StreamEnd';
import type { Tally } from './Tally';

export interface Streaming {
  /** The walk, paced by the output. */
  readonly pages: (valve: Demand) => PageStream<UnknownProperties>;
  readonly output: Output;
  readonly formatter: Formatter;
  /** The most objects to write. */
  readonly limit: number;
  readonly tally: Tally;
  readonly interrupts: Observable<Interrupt>;
  /** Is told of every object that cannot be written. */
  readonly onInvalid: (object: InvalidObject) => void;
}

/** Who interrupts does not want to wait for a reader that has stopped reading. */
const patience = 500;

const whole: StreamEnd = { _tag: 'Done' };

/** Writes a page at a time, and says whether there is room for more objects. */
const pageWriter = ({ output, formatter, limit, tally, onInvalid }: Streaming) => {
  return ({ data }: Page<UnknownProperties>): boolean => {
    const records: Array<AnyRecord> = [];
    const room = limit - tally.objects;
    for (const object of data) {
      if (records.length === room) break;
      if (E.isRight(object)) records.push(object.right);
      else {
        tally.invalid += 1;
        onInvalid(object.left);
      }
    }
    tally.pages += 1;
    tally.objects += records.length;
    output.write(formatter.add(records));
    return tally.objects < limit;
  };
};

/**
 * Writes the objects of a walk to an output, page by page and at the output's pace, until the walk ends, the limit is
 * reached, the output takes no more, or somebody interrupts. Whichever comes first aborts a request that is in flight.
 */
export const streamPages = (streaming: Streaming): Promise<StreamEnd> => {
  const { pages, output, formatter, tally, interrupts } = streaming;
  const writePage = pageWriter(streaming);

  const walked = pages({ ready: output.ready }).pipe(
    concatMap((result): ReadonlyArray<StreamEnd> =>
      E.isLeft(result) ? [{ _tag: 'Failed', error: result.left }] : writePage(result.right) ? [] : [whole],
    ),
    endWith(whole),
    take(1),
  );

  let isClosed = false;
  const closeDocument = (end: StreamEnd): Observable<StreamEnd> => {
    // A walk that broke off before its first object leaves nothing: an empty array would say that there are none.
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
