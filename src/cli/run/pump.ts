import * as E from 'fp-ts/Either';
import {
  catchError,
  concatMap,
  EMPTY,
  endWith,
  filter,
  firstValueFrom,
  from,
  map,
  merge,
  type Observable,
  of,
  race,
  take,
  timer,
} from 'rxjs';
import type { DurableOptions } from '../../index';
import { durable } from '../../walk/durable/durable';
import { placesOf } from '../../stores/port/placesOf';
import type { StreamEnd } from '../endings/StreamEnd';
import type { PageSink, Sink } from '../sinks/Sink';
import type { Interrupt } from '../terminal/Io';
import type { Document } from './Document';

/** The walk, and how it asks for what is new. */
type Walked = Pick<DurableOptions<unknown, PageSink>, 'pages' | 'mark' | 'onDoubt'>;

export interface Pumping extends Walked {
  readonly sink: Sink;
  readonly document: Document;
  /** Whether a walk whose page token has expired begins again. */
  readonly mayBeginAgain: boolean;
  /** What ended the walk, by what was thrown; throws what is no such end. */
  readonly endOf: (error: unknown) => StreamEnd;
  readonly interrupts: Observable<Interrupt>;
}

const whole: StreamEnd = { _tag: 'Done' };

/** Writes the pages of a walk and emits how it ended. */
const writing = (pumping: Pumping): Observable<StreamEnd> => {
  const { pages, mark, onDoubt, sink, document, mayBeginAgain, endOf } = pumping;
  // An earlier run may have been killed at the limit.
  if (document.isFull()) return of(whole);
  // How a document fails is said at once, and is not kept.
  const places = { ...placesOf(sink.store), fail: () => EMPTY };
  let rounds = 0;
  // The next request leaves when the page before it is written, and more is wanted.
  const ready = sink.ready.pipe(filter(() => !document.isFull()));
  return durable<unknown, PageSink>({
    id: 'document',
    places,
    mark,
    onDoubt,
    restarts: mayBeginAgain ? undefined : 0,
    pages: (start) => {
      rounds += 1;
      if (rounds > 1) document.beginAgain();
      return pages({ ...start, valve: { ...start.valve, ready } });
    },
    work: (page, into) => {
      into.write(document.add(page), document.written());
    },
  }).pipe(
    concatMap((kept): ReadonlyArray<StreamEnd> => {
      if (E.isLeft(kept)) return [{ _tag: 'Failed', error: kept.left }];
      return document.isFull() ? [whole] : [];
    }),
    endWith(whole),
    catchError((error: unknown) => of(endOf(error))),
    take(1),
  );
};

/** A user who interrupts does not want to wait for a reader that has stopped reading. */
const patience = 500;

/** Writes a walk at the pace of its sink until it ends, the limit is reached, the sink takes no more, or somebody interrupts. */
export const pump = (pumping: Pumping): Promise<StreamEnd> => {
  const { sink, document, interrupts, endOf } = pumping;
  let closing: Promise<void> | undefined;
  const closed = (end: StreamEnd): Observable<StreamEnd> => {
    // A walk that broke off before its first object leaves nothing: an empty array would say that there are none.
    closing ??= sink.end(() =>
      end._tag === 'Done' || document.tally.objects > 0 ? document.end() : '',
    );
    return from(closing).pipe(
      map(() => end),
      catchError((error: unknown) => of(endOf(error))),
    );
  };
  const stopped = interrupts.pipe(map((by): StreamEnd => ({ _tag: 'Interrupted', by })));

  return firstValueFrom(
    merge(writing(pumping).pipe(concatMap(closed)), sink.ends, stopped).pipe(
      take(1),
      concatMap((end) =>
        end._tag === 'Interrupted'
          ? race(closed(end), merge(sink.ends, timer(patience)).pipe(map(() => end)))
          : of(end),
      ),
    ),
  );
};
