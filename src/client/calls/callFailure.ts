import { asyncScheduler } from 'rxjs';
import { type HttpResponse, maxErrorBytes, withReadHeaders } from '../../model/http';
import { retryAfter } from '../../model/errors/retryAfter';
import type { PageFailure } from '../../model/errors/WalkError';
import { cut, printable } from '../../model/text';

/** What libraries throw. Each has some of these. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly headers?: unknown;
  readonly retryAfter?: unknown;
  readonly response?: { readonly status?: unknown; readonly headers?: unknown } | null;
  readonly $metadata?: { readonly httpStatusCode?: unknown } | null;
  readonly $response?: { readonly headers?: unknown } | null;
}

const maxMessage = 500;

/** Mistakes in the program that calls: to call again does not help. */
const mistakes = [TypeError, RangeError, ReferenceError, SyntaxError];

/** The status from 400 to 599 that an error has, wherever libraries put it. */
export const statusOf = (thrown: unknown): number | undefined => {
  const { status, statusCode, response, $metadata } = Object(thrown) as Thrown;
  return [status, statusCode, response?.status, $metadata?.httpStatusCode].find(
    (given): given is number => Number.isInteger(given) && (given as number) >= 400 && (given as number) < 600,
  );
};

/** The milliseconds that an error asks to wait: by a `Retry-After`, wherever libraries put headers, or by its own field. */
const waitOf = ({ response, headers, $response, retryAfter: own }: Thrown, status: number): number | undefined => {
  const wait = Number(own ?? NaN) * 1000;
  return [response?.headers, headers, $response?.headers]
    .map((given) => withReadHeaders({ status, headers: given as HttpResponse['headers'], body: '' }))
    .map((read) => retryAfter(read, asyncScheduler.now()))
    .concat(wait)
    .find((asked) => asked !== undefined && asked >= 0);
};

/** What a call threw, as a value (law 43). `clean` takes the cursor out of its words, and `ms` is how long it took. */
export const callFailure = (thrown: unknown, ms: number, clean: (text: string) => string): PageFailure => {
  const given = Object(thrown) as Thrown;
  const { name, message, code } = given;
  const shown = (text: unknown): string =>
    typeof text === 'string' ? cut(printable(clean(text.slice(0, maxErrorBytes))), maxMessage) : '';
  const words = shown(message) || shown(thrown);
  const status = statusOf(thrown);
  if (status !== undefined) {
    const wait = waitOf(given, status);
    return {
      _tag: 'HttpFailure',
      status,
      ...(words && { message: words }),
      ...(wait !== undefined && { retryAfter: wait }),
    };
  }
  if (name === 'TimeoutError') return { _tag: 'TimedOut', after: ms };
  return {
    _tag: 'NetworkFailure',
    reason: words || 'the call failed',
    ...(['string', 'number'].includes(typeof code) && { code: shown(String(code)) }),
    ...(mistakes.some((mistake) => thrown instanceof mistake) && { permanent: true as const }),
  };
};
