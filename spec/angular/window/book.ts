import type { ListRange } from '@angular/cdk/collections';
import type * as E from 'fp-ts/Either';
import { Observable, of, Subject, type Subscriber } from 'rxjs';
import type { HttpRequest, HttpResponse, Transport, TransportFailure } from '../../../src/index';
import { answer, ok } from '../../support/scriptedTransport';
import { employees, key, type Employee } from '../support/employees';
import { settled } from '../support/until';

type Answer = E.Either<TransportFailure, HttpResponse>;

/** A service whose pages may change, and whose page tokens may expire. */
export interface Book {
  readonly transport: Transport;
  /** How many rows each page has. Ids count from 0. */
  counts: Array<number>;
  /** The pages that were asked for. */
  readonly asked: Array<number>;
  /** The most requests that were under way at a time. */
  mostAtOnce: number;
  /** Requests that wait for `turn()`, where the book was made to wait. */
  readonly waiting: () => ReadonlyArray<number>;
  /** Answers the request that waits. */
  readonly turn: (answer?: Answer) => void;
  /** Tokens that were given out so far are refused. */
  readonly expire: () => void;
  /** What the next requests are answered with, before pages are. */
  readonly answers: Array<Answer>;
}

const expired = answer(400, { errorName: 'InvalidPageToken' });

export const book = (pages: number, size: number, isWaiting = false): Book => {
  let edition = 0;
  const waiting = new Map<Subscriber<Answer>, HttpRequest>();
  const numberIn = ({ url }: HttpRequest): readonly [edition: number, page: number] => {
    const token = new URL(url, 'http://host').searchParams.get('pageToken');
    const [given = edition, page = 0] = token === null ? [] : token.split('.').map(Number);
    return [given, page];
  };
  const pageOf = (request: HttpRequest): Answer => {
    const [given, page] = numberIn(request);
    const next = made.answers.shift();
    if (next !== undefined) return next;
    if (given !== edition) return expired;
    const from = made.counts.slice(0, page).reduce((sum, count) => sum + count, 0);
    const isLast = page >= made.counts.length - 1;
    return ok({
      data: employees(from, from + (made.counts[page] ?? 0)),
      ...(!isLast && { nextPageToken: `${edition}.${page + 1}` }),
    });
  };
  const made: Book = {
    counts: Array<number>(pages).fill(size),
    asked: [],
    mostAtOnce: 0,
    answers: [],
    waiting: () => [...waiting.values()].map((request) => numberIn(request)[1]),
    turn: (given) => {
      for (const [subscriber, request] of waiting) {
        waiting.delete(subscriber);
        subscriber.next(given ?? pageOf(request));
        subscriber.complete();
        return;
      }
      throw new Error('no request waits');
    },
    expire: () => {
      edition += 1;
    },
    transport: (request) => {
      made.asked.push(numberIn(request)[1]);
      if (!isWaiting) return of(pageOf(request));
      return new Observable((subscriber) => {
        waiting.set(subscriber, request);
        made.mostAtOnce = Math.max(made.mostAtOnce, waiting.size);
        subscriber.add(() => waiting.delete(subscriber));
      });
    },
  };
  return made;
};

/** A viewport that is scrolled by hand. */
export const viewport = () => {
  const viewChange = new Subject<ListRange>();
  return {
    viewChange,
    look: (start: number, end: number): void => {
      viewChange.next({ start, end });
    },
    scrollTo: async (start: number, end = start + 10): Promise<void> => {
      viewChange.next({ start, end });
      await settled();
    },
  };
};

/** The ids of rows; undefined for a place that is empty. */
export const idsIn = (
  rows: ReadonlyArray<Employee | undefined>,
  start = 0,
  end = rows.length,
): ReadonlyArray<number | undefined> =>
  Array.from(rows.slice(start, end), (row) => row && key(row));

/** The numbers from one up to another. */
export const numbers = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: to - from }, (_, index) => from + index);
