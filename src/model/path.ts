import * as E from 'fp-ts/Either';
import type { Problem } from './WalkError';
import { illFormed, isWellFormed } from './isWellFormed';

/** The names between braces in a path template. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** The name in a segment of a template that stands for a value. */
export const nameOf = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1];

/** The segments of a path or a template that begins with a slash. */
export const segmentsOf = (path: string): ReadonlyArray<string> => path.split('/').slice(1);

const isDots = (segment: string): boolean => segment === '.' || segment === '..';

const isLiteral = (segment: string): boolean => /^[\w.~!$&'()*+,;=:@-]+$/.test(segment) && !isDots(segment);

/** The names of a template in their order; a template that is no plain path throws. */
export const placeholders = (path: string): ReadonlyArray<string> =>
  segmentsOf(path).flatMap((segment) => {
    const name = nameOf(segment);
    if (name === undefined && !isLiteral(segment)) {
      throw new TypeError(`the path ${path}: a segment is plain text or one {name}, unlike '${segment}'`);
    }
    return name === undefined ? [] : [name];
  });

/** Percent-encoding does not protect `.` and `..`: a URL parser reads `%2E%2E` as `..` all the same. */
const problemOf = (value: unknown): string | undefined =>
  typeof value !== 'string'
    ? 'must be a string'
    : value === ''
      ? 'must not be empty'
      : isDots(value)
        ? `must not be '${value}', which would leave its path segment`
        : isWellFormed(value)
          ? undefined
          : illFormed;

/** Fills a template so that no value can leave its segment (law 14). */
export const fillPath = (
  path: string,
  params: Readonly<Record<string, unknown>>,
): E.Either<ReadonlyArray<Problem>, string> => {
  const problems: Array<Problem> = [];
  const filled = segmentsOf(path).map((segment) => {
    const name = nameOf(segment);
    if (name === undefined) return segment;
    const message = problemOf(params[name]);
    if (message === undefined) return encodeURIComponent(params[name] as string);
    problems.push({ at: name, message });
    return segment;
  });
  return problems.length > 0 ? E.left(problems) : E.right(`/${filled.join('/')}`);
};
