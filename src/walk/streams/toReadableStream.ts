import type { Observable, ObservedValueOf } from 'rxjs';
import type { Valve } from '../valve/Valve';
import { type Build, type PullOptions, toAsyncIterable } from './toAsyncIterable';

/**
 * Reads a stream as a web `ReadableStream`, at the pace of its reader.
 *
 * Nothing is sent before the first read; `cancel` aborts the request in flight; what the stream throws errors the
 * `ReadableStream`. After an abort of `signal` the read that waits, or the next one, rejects with the signal's reason.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, orThrow, toReadableStream } from 'pagewalk';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 *
 * const reader = toReadableStream((valve) =>
 *   client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', valve }).pipe(orThrow()),
 * ).getReader();
 * console.log((await reader.read()).value?.properties.name);
 * await reader.cancel();
 * ```
 *
 * @see toAsyncIterable
 * @since 0.1.0
 */
export const toReadableStream = <F extends (valve: Valve) => Observable<unknown>>(
  build: Build<F>,
  options?: PullOptions,
): ReadableStream<ObservedValueOf<ReturnType<F>>> => {
  const values = toAsyncIterable<F>(build, options);
  return new ReadableStream(
    {
      pull: async (controller) => {
        const result = await values.next();
        if (result.done === true) controller.close();
        else controller.enqueue(result.value);
      },
      cancel: async () => {
        await values.return?.();
      },
    },
    { highWaterMark: 0 },
  );
};
