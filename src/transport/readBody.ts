import type { Either } from 'fp-ts/Either';
import { takeBody } from './takeBody';
import type { TransportFailure } from './Transport';

/** A body on its way: a stream of Node, or one of fetch, which not every browser can iterate over. */
interface BodyStream {
  readonly on: (event: string, listener: (value?: unknown) => unknown) => BodyStream;
  readonly getReader?: () => { readonly read: () => Promise<{ readonly value?: unknown }> };
}

/** Ends a transfer of which nothing is wanted. */
export const dropBody = (body: unknown): void => {
  const stream = Object(body) as {
    readonly cancel?: () => Promise<unknown>;
    readonly destroy?: () => unknown;
  };
  stream.destroy?.();
  // One that has failed cannot be cancelled.
  stream.cancel?.().catch(() => undefined);
};

/** JSON that an adapter has parsed holds no functions. */
export const isBodyStream = (data: unknown): data is BodyStream => {
  const stream = Object(data) as Partial<BodyStream>;
  return typeof (stream.getReader ?? stream.on) === 'function';
};

/** The bytes of what holds some. An adapter, or a stream of one, may give them in any form, or as text. */
const bytesOf = (data: unknown): Uint8Array | undefined => {
  if (typeof data === 'string') return new TextEncoder().encode(data);
  if (ArrayBuffer.isView(data))
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : undefined;
};

/** Makes bytes of the chunks of a stream. A text may end within a surrogate pair, whose other half comes with the next one. */
const encoding = (): ((chunk: unknown) => Uint8Array) => {
  let half = '';
  return (chunk) => {
    let part = chunk;
    if (typeof chunk === 'string') [part, half = ''] = (half + chunk).split(/([\ud800-\udbff])$/);
    const bytes = bytesOf(part);
    if (!bytes) throw new TypeError('the body is a stream of neither bytes nor texts');
    return bytes;
  };
};

/**
 * Reads a stream as text, no more of it than is taken. A transfer of which no more is taken, or that is aborted, is stopped;
 * a stream that fails rejects the promise. A stream of Node is listened to: to iterate over one takes longer.
 */
const readStream = (
  stream: BodyStream,
  status: number,
  limit: number,
  signal: AbortSignal,
): Promise<Either<TransportFailure, string>> =>
  new Promise((resolve, reject) => {
    const take = takeBody(status, limit);
    const encode = encoding();
    const fail: (error: unknown) => void = reject;
    const reader = stream.getReader?.();
    const stop = (): void => dropBody(reader ?? stream);
    /** Takes a chunk or the end, and says whether more is wanted. */
    const accept = (chunk?: unknown): boolean => {
      try {
        const result = take(chunk === undefined ? chunk : encode(chunk));
        if (!result) return true;
        resolve(result);
      } catch (error) {
        // Nothing else catches what a listener throws.
        fail(error);
      }
      if (chunk !== undefined) stop();
      return false;
    };
    // What sends may heed no signal: then the response comes after the abort.
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    if (reader) {
      const readOn = async (): Promise<void> => {
        while (accept((await reader.read()).value));
      };
      readOn().catch(reject);
    } else stream.on('data', accept).on('end', accept).on('error', reject).on('close', reject);
  });

const readWhole = async (
  data: unknown,
  status: number,
  limit: number,
): Promise<Either<TransportFailure, string> | undefined> => {
  const holder = Object(data) as { readonly arrayBuffer?: () => Promise<unknown> };
  const body = typeof holder.arrayBuffer === 'function' ? await holder.arrayBuffer() : data;
  // A character has at least one byte, so a text that is too long is not looked at further than this.
  const bytes = bytesOf(typeof body === 'string' ? body.slice(0, limit + 1) : body);
  const take = takeBody(status, limit);
  return bytes && (take(bytes) ?? take());
};

/** Reads a body as text: a stream, a text, bytes, or what gives its bytes. What is none of these is undefined. */
export const readBody = (
  data: unknown,
  status: number,
  limit: number,
  signal: AbortSignal,
): Promise<Either<TransportFailure, string> | undefined> =>
  isBodyStream(data) ? readStream(data, status, limit, signal) : readWhole(data, status, limit);
