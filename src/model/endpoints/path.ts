import { illFormed, isWellFormed } from '../text';
import type { Params } from '../paging/scheme';
import type { Write } from '../paging/draft';

/** The names between braces in a path template. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** Each segment is plain text and `{name}`s, but not `.` or `..`. Values cannot make one of these: none is empty, `.` or `..`. */
const template = /^\/$|^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|\{\w+\})+)+\/?$/;

const placeholder = /\{(\w+)\}/g;

export const isTemplate = (path: string): boolean => template.test(path);

/** The names of a template in their order. */
export const placeholders = (path: string): ReadonlyArray<string> =>
  Array.from(path.matchAll(placeholder), ([, name = '']) => name);

/** Percent-encoding does not protect `.` and `..`: a URL parser reads `%2E%2E` as `..` all the same. */
const pathProblem = (value: unknown): string => {
  if (Number.isSafeInteger(value) || typeof value === 'bigint') return '';
  if (typeof value !== 'string') return 'must be a string or a whole number';
  if (value === '') return 'must not be empty';
  if (value === '.' || value === '..') return `must not be '${value}'`;
  return isWellFormed(value) ? '' : illFormed;
};

/** Whether a value can stand in a segment of a path. */
export const isSegment = (value: unknown): boolean => pathProblem(value) === '';

/** The params of a template. They fill it so that no value can leave its segment (law 14). */
export const pathParams = (path: string): Params =>
  Object.fromEntries(
    placeholders(path).map((name) => {
      const write: Write = (draft, value) => {
        const text = String(value);
        draft.path = draft.path.replace(`{${name}}`, encodeURIComponent(text));
        return text;
      };
      return [name, { problemOf: pathProblem, write }];
    }),
  );
