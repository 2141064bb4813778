import { asyncScheduler } from 'rxjs';
import { type HttpResponse, maxErrorBytes, withReadHeaders } from '../../model/http';
import { retryAfter } from '../../model/errors/retryAfter';
import type { PageFailure } from '../../model/errors/WalkError';
import { cut, printable } from '../../model/text';

/** Where libraries put the status and the headers of a response: the first that has one counts. */
const statusPaths = ['status', 'statusCode', 'response.status', '$metadata.httpStatusCode'];
const headerPaths = ['response.headers', 'headers', '$response.headers'];

/** What a look at an error gives: anything may be in it, and what throws has nothing. */
const lookAt = <T>(look: () => T): T | undefined => {
  try {
    return look();
  } catch {
    return undefined;
  }
};

const fieldOf = (thrown: unknown, path: string): unknown =>
  lookAt(() =>
    path
      .split('.')
      .reduce((from, name) => (Object(from) as Readonly<Record<string, unknown>>)[name], thrown),
  );

const maxMessage = 500;

/** Mistakes in the program that calls: to call again does not help. */
const mistakes = [TypeError, RangeError, ReferenceError, SyntaxError];

/** The status from 400 to 599 that an error has, wherever libraries put it. */
export const statusOf = (thrown: unknown): number | undefined =>
  statusPaths
    .map((path) => fieldOf(thrown, path))
    .find(
      (given): given is number =>
        Number.isInteger(given) && (given as number) >= 400 && (given as number) < 600,
    );

/** The milliseconds that an error asks to wait: by a `Retry-After`, wherever libraries put headers, or by its own field. */
const waitOf = (thrown: unknown, status: number): number | undefined =>
  headerPaths
    .map((path) => fieldOf(thrown, path) as HttpResponse['headers'])
    .map((headers) =>
      lookAt(() =>
        retryAfter(withReadHeaders({ status, headers, body: '' }), asyncScheduler.now()),
      ),
    )
    .concat(lookAt(() => Number(fieldOf(thrown, 'retryAfter') ?? NaN) * 1000))
    .find((asked) => asked !== undefined && asked >= 0);

/** What a call threw, as a value (law 43). `clean` takes the cursor out of its words, and `ms` is how long it took. */
export const callFailure = (
  thrown: unknown,
  ms: number,
  clean: (text: string) => string,
): PageFailure => {
  const code = fieldOf(thrown, 'code');
  const shown = (text: unknown): string =>
    typeof text === 'string' ? cut(printable(clean(text.slice(0, maxErrorBytes))), maxMessage) : '';
  const words = shown(fieldOf(thrown, 'message')) || shown(thrown);
  const status = statusOf(thrown);
  if (status !== undefined) {
    const wait = waitOf(thrown, status);
    return {
      _tag: 'HttpFailure',
      status,
      ...(words && { message: words }),
      ...(wait !== undefined && { retryAfter: wait }),
    };
  }
  if (fieldOf(thrown, 'name') === 'TimeoutError') return { _tag: 'TimedOut', after: ms };
  return {
    _tag: 'NetworkFailure',
    reason: words || 'the call failed',
    ...(['string', 'number'].includes(typeof code) && { code: shown(String(code)) }),
    ...(mistakes.some((mistake) => thrown instanceof mistake) && { permanent: true as const }),
  };
};
