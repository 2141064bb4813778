import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import {
  type MonoTypeOperatorFunction,
  Observable,
  Subject,
  Subscription,
  takeUntil,
  tap,
} from 'rxjs';
import type { Demand } from '../walk/Demand';
import { checkAtLeast0, checkKnown } from '../model/optionChecks';
import { oneByOne } from '../model/scheduling/oneByOne';
import { queue } from '../model/scheduling/queue';
import { diskQueue } from './diskQueue';
import { cloneOf, frameCodec } from './frameCodec';
import { createTemporaryFile } from './temporaryFile';

/** Options of `spool`. @inline */
export interface SpoolOptions {
  /** Where the temporary files are created. It must exist. Default: the system's directory for temporary files. */
  readonly directory?: string;
  /** How many values wait in memory. Those that come after them wait on disk. Default 10,000. */
  readonly memory?: number;
}

const diskFailure = (directory: string, cause: unknown): Error => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const advice = 'name a directory that exists, can be written to and has room';
  return new Error(
    `spool: cannot keep values in a temporary file in ${directory} (${reason}); ${advice}`,
    { cause },
  );
};

/** Lets one value pass each time that the demand has come. It tells when it opens, unless it opens while it is asked. */
const turnstile = ({ ready }: Demand, onOpen: () => void, onError: (error: unknown) => void) => {
  let waiting = Subscription.EMPTY;
  let stage: 'shut' | 'asking' | 'waiting' | 'open' = 'shut';
  const isOpen = (): boolean => stage === 'open';

  // By hand and not with take(1), which costs as much as all the rest of the way of a value.
  const observer = {
    next: (): void => {
      if (stage === 'asking') stage = 'open';
      if (stage !== 'waiting') return;
      stage = 'open';
      waiting.unsubscribe();
      onOpen();
    },
    error: onError,
  };

  const ask = (): void => {
    stage = 'asking';
    waiting = ready.subscribe(observer);
    if (isOpen()) waiting.unsubscribe();
    else stage = 'waiting';
  };

  return {
    /** Whether a value may pass now. Asking is what waits for the demand. */
    isOpen: (): boolean => {
      if (stage === 'shut') ask();
      return isOpen();
    },
    pass: (): void => {
      stage = 'shut';
    },
    close: (): void => waiting.unsubscribe(),
  };
};

/** Values in their order: the first ones wait in memory, those after them on disk. `fail` is told when the disk fails. */
const backlog = <T>(folder: string, memory: number, fail: (error: unknown) => void) => {
  const front = queue<() => T>();
  const codec = frameCodec<T>();
  const disk = diskQueue(() => createTemporaryFile(folder));
  let onDisk = 0;

  const withDisk = (use: () => void): void => {
    try {
      use();
    } catch (error) {
      fail(diskFailure(folder, error));
    }
  };

  return {
    isEmpty: (): boolean => front.size + onDisk === 0,
    push: (value: T): void => {
      if (onDisk === 0 && front.size < memory) {
        const clone = cloneOf(value);
        front.push(() => clone);
        return;
      }
      const frame = codec.encode(value);
      withDisk(() => disk.push(frame));
      onDisk += 1;
    },
    /** Has the next values in memory. There must be one. */
    fetch: (): void => {
      if (front.size > 0) return;
      withDisk(() => {
        const frames = disk.take();
        for (const frame of frames) front.push(() => codec.decode(frame));
        onDisk -= frames.length;
      });
    },
    /** The oldest value, which was fetched. Throws where it cannot be read. */
    take: (): T => front.take()(),
    close: disk.close,
  };
};

/**
 * Lets a walk run ahead to its end while its consumer is slow, and releases the values at the pace of the valve.
 *
 * ```text
 * walk    abcdef|                 no valve: its tokens are spent as soon as they come
 *    spool(valve)
 * valve   r----r----r----r----r----r
 * values  a----b----c----d----e----(f|)
 * ```
 *
 * It stands after a walk that has no valve. Up to `memory` values wait in memory, the others in private temporary files that
 * are gone when the stream ends, however it ends, a crash included. They take at most twice the space of what has waited in
 * them. A walk that is faster than the disk waits for it.
 *
 * A value comes out as structured clone copied it when it came in: an instance of a class is a plain object then, and a value
 * that cannot be copied is an error in its turn. An error of a walk still knows where to continue (`resumeFrom`). A full
 * disk, or a directory that cannot be written to, is an error at once: what waits is dropped.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, rights, withValve } from 'pagewalk';
 * import { spool } from 'pagewalk/node';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 *
 * withValve({ highWaterMark: 16 }, (valve) =>
 *   client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee' }).pipe(
 *     spool(valve, { memory: 50_000 }),
 *     rights(),
 *     valve.mergeMap(async (employee) => employee.properties.id, 8),
 *   ),
 * ).subscribe();
 * ```
 *
 * @since 0.1.0
 */
export const spool = <T>(
  valve: Demand,
  { directory = tmpdir(), memory = 10_000, ...others }: SpoolOptions = {},
): MonoTypeOperatorFunction<T> => {
  checkKnown('spool', others);
  checkAtLeast0('spool: memory', memory);
  const folder = resolve(directory);

  return (source) =>
    new Observable((subscriber) => {
      const unsubscribed = new Subject<void>();
      const inTurn = oneByOne();
      const waiting = backlog<T>(folder, memory, (error) => subscriber.error(error));
      let end: (() => void) | undefined;

      const releaseOne = (): void => {
        waiting.fetch();
        if (subscriber.closed) return;
        gate.pass();
        let value: T;
        try {
          value = waiting.take();
        } catch (error) {
          subscriber.error(error);
          return;
        }
        subscriber.next(value);
      };

      // In a loop: a consumer that works synchronously must not pile up calls.
      const release = (): void => {
        while (!subscriber.closed && !waiting.isEmpty() && gate.isOpen()) releaseOne();
        if (waiting.isEmpty()) end?.();
      };

      const gate = turnstile(
        valve,
        () => inTurn(release),
        (error) => subscriber.error(error),
      );
      const endWith = (ending: () => void): void => {
        end = ending;
        inTurn(release);
      };

      subscriber.add(() => {
        unsubscribed.next();
        gate.close();
        waiting.close();
      });
      source.pipe(tap(waiting.push), takeUntil(unsubscribed)).subscribe({
        next: () => inTurn(release),
        error: (error: unknown) => endWith(() => subscriber.error(error)),
        complete: () => endWith(() => subscriber.complete()),
      });
    });
};
