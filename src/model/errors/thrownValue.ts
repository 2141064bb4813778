import { type HttpResponse, withReadHeaders } from '../http';
import { isSeconds, retryAfter } from './retryAfter';
import { transientRows } from './transientRows';

/** Where libraries put the status and the headers of a response: the first that has one counts. */
const statusPaths = ['status', 'statusCode', 'response.status', '$metadata.httpStatusCode'];
const headerPaths = ['response.headers', 'headers', '$response.headers'];

/** Where they put the error that is behind an error, and how many errors behind each other are looked at. */
const causePaths = ['cause', 'original', 'detail'];
const maxCauses = 5;

/** What a look at a value gives: anything may be in it, and what throws has nothing. */
const lookAt = <T>(look: () => T): T | undefined => {
  try {
    return look();
  } catch {
    return undefined;
  }
};

/** What stands at a path of a value that was thrown; undefined where it cannot be read. */
export const fieldOf = (thrown: unknown, path: string): unknown =>
  lookAt(() =>
    path
      .split('.')
      .reduce((from, name) => (Object(from) as Readonly<Record<string, unknown>>)[name], thrown),
  );

/** An error and the errors behind it, the nearest first. */
const withCauses = (thrown: unknown): ReadonlyArray<unknown> => {
  const found = new Set([thrown]);
  let nearest = [thrown];
  for (let depth = 0; depth < maxCauses; depth += 1) {
    nearest = nearest
      .flatMap((error) => causePaths.map((path) => fieldOf(error, path)))
      .filter((cause) => typeof cause === 'object' && cause !== null && !found.has(cause));
    for (const cause of nearest) found.add(cause);
  }
  return [...found];
};

/** The status from 400 to 599 that an error has, wherever libraries put it. */
export const statusOf = (thrown: unknown): number | undefined =>
  statusPaths
    .map((path) => fieldOf(thrown, path))
    .find(
      (given): given is number =>
        Number.isInteger(given) && (given as number) >= 400 && (given as number) < 600,
    );

const secondsIn = (given: unknown): number =>
  typeof given === 'number' || (typeof given === 'string' && isSeconds.test(given))
    ? Number(given)
    : NaN;

/** The milliseconds that an error asks to wait: by a `Retry-After`, wherever libraries put headers, or by its own field. */
const ownWait = (thrown: unknown, now: number): number | undefined =>
  headerPaths
    .map((path) => fieldOf(thrown, path) as HttpResponse['headers'])
    .map((headers) =>
      lookAt(() => retryAfter(withReadHeaders({ status: 0, headers, body: '' }), now)),
    )
    .concat(secondsIn(fieldOf(thrown, 'retryAfter')) * 1000)
    .find((asked) => asked !== undefined && asked >= 0);

/** The milliseconds that an error, or one behind it, asks to wait. */
export const waitOf = (thrown: unknown, now: number): number | undefined =>
  withCauses(thrown)
    .map((error) => ownWait(error, now))
    .find((asked) => asked !== undefined);

/** Whether an error without a status may be gone when the same call is made again (law 43). */
export const mayPass = (thrown: unknown): boolean =>
  withCauses(thrown).some(
    (error) =>
      ownWait(error, 0) !== undefined ||
      transientRows.some((row) =>
        Object.entries(row).every(([path, is]) => is(fieldOf(error, path))),
      ),
  );
