import { illFormed, isWellFormed } from '../text';

/** The names between braces in a path template. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** Each segment is plain text and `{name}`s, but not `.` or `..`. Values cannot make one of these: none is empty or one itself. */
const template = /^\/$|^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|\{\w+\})+)+\/?$/;

const placeholder = /\{(\w+)\}/g;

export const isTemplate = (path: string): boolean => template.test(path);

/** The names of a template in their order. */
export const placeholders = (path: string): ReadonlyArray<string> =>
  Array.from(path.matchAll(placeholder), ([, name = '']) => name);

/** Percent-encoding does not protect `.` and `..`: a URL parser reads `%2E%2E` as `..` all the same. */
const problemOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return 'must be a string';
  if (value === '') return 'must not be empty';
  if (value === '.' || value === '..') return `must not be '${value}'`;
  return isWellFormed(value) ? undefined : illFormed;
};

/** Whether a value can stand in a segment of a path. */
export const isSegment = (value: unknown): boolean => problemOf(value) === undefined;

/** Fills a template so that no value can leave its segment (law 14); reports each value that would. */
export const fillPath = (
  path: string,
  params: Readonly<Record<string, unknown>>,
  refuse: (at: string, message: string) => void,
): string =>
  path.replace(placeholder, (_, name: string) => {
    const value = params[name];
    const message = problemOf(value);
    if (message === undefined) return encodeURIComponent(value as string);
    refuse(name, message);
    return '';
  });
