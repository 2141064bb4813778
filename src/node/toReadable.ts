import { Readable } from 'node:stream';
import type { Observable } from 'rxjs';
import { type Build, type PullOptions, toAsyncIterable } from '../walk/streams/toAsyncIterable';
import type { Valve } from '../walk/valve/Valve';

const asError = (thrown: unknown): Error =>
  thrown instanceof Error
    ? thrown
    : new Error('toReadable: the stream threw something that is not an Error', { cause: thrown });

const nullEmitted = (): Error =>
  new TypeError(
    'toReadable: the stream emitted null, which ends a Readable; map null to something else',
  );

/**
 * Reads a stream as a Node `Readable` in object mode, at the pace of its reader.
 *
 * ```text
 * read()    r-----r-----r--destroy()
 * valve     a-----b-----c--|            each value is held until it is read
 * Readable  a-----b-----c
 * ```
 *
 * Nothing is sent before the first read. `destroy()` and an abort of `signal` abort the request in flight; the latter also
 * gives the `Readable` Node's `AbortError`, whose `cause` is the signal's reason. What the stream throws arrives as
 * `'error'`. A `Readable` cannot carry null: that is a `TypeError` there.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, orThrow } from 'pagewalk';
 * import { toReadable } from 'pagewalk/node';
 * import { map } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const params = { ontologyRid: 'ri.ontology.main', objectType: 'employee' };
 *
 * toReadable((valve) =>
 *   client.list({ ...params, valve }).pipe(orThrow(), map(({ properties }) => `${String(properties.name)}\n`)),
 * ).pipe(process.stdout);
 * ```
 *
 * @since 0.1.0
 */
export const toReadable = <F extends (valve: Valve) => Observable<unknown>>(
  build: Build<F>,
  { signal, ...options }: PullOptions = {},
): Readable => {
  const values = toAsyncIterable<F>(build, options);
  return new Readable({
    objectMode: true,
    ...(signal && { signal }),
    // Its own buffer would take values before they are read (16 of them by default) and hide them from the valve.
    highWaterMark: 0,
    read() {
      values.next().then(
        (result) => {
          if (result.done === true) this.push(null);
          else if (result.value === null) this.destroy(nullEmitted());
          else this.push(result.value);
        },
        (thrown: unknown) => this.destroy(asError(thrown)),
      );
    },
    destroy(error, callback) {
      void values.return?.();
      callback(error);
    },
  });
};
