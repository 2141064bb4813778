import type * as t from 'io-ts';
import { cut } from '../text';
import type { Problem } from './WalkError';

/** The errors of one object that are looked at, and the problems that are reported (law 22). */
export const maxErrors = 100;
export const maxProblems = 20;

/** The kind of a JSON value. A symbol is an integer that was not read. */
export const typeName = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : (typeof value).replace('symbol', 'bigint');

/** Says io-ts's errors as paths and expectations, never with the values found there. */
export const problemsOf = (root: string, errors: t.Errors): ReadonlyArray<Problem> => {
  const expected = new Map<string, readonly [found: string, types: Set<string>]>();
  for (const { context, value } of errors.slice(0, maxErrors)) {
    // The members of a union or an intersection have numbers, but look at the very value that it looks at: not a step.
    const steps = context
      .filter(
        ({ key, actual }, index) =>
          index > 0 && !(/^\d/.test(key) && actual === context[index - 1]?.actual),
      )
      .map(({ key }) => key);
    const path = [root, ...steps].filter(Boolean).join('.');
    const known = expected.get(path) ?? [typeName(value), new Set()];
    expected.set(path, known);
    known[1].add(context.at(-1)?.type.name ?? 'something else');
  }
  return [...expected].slice(0, maxProblems).map(([at, [found, types]]) => ({
    at: cut(at || 'the body', 200),
    message: `must be ${cut([...types].join(' or '), 300)}, but is ${found}${root && found === 'bigint' ? ': use Int64' : ''}`,
  }));
};
