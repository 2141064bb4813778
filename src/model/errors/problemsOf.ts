import type * as t from 'io-ts';
import { cut } from '../text';
import type { Problem } from './WalkError';

/** The errors of one object that are looked at, and the problems that are told of it (law 22). */
const maxErrors = 100;
export const maxProblems = 20;

/** The members of a union or an intersection have numbers, but look at the very value that it looks at: no step. */
const isStep = (context: t.Context, index: number): boolean =>
  index > 0 && !(/^\d/.test(context[index]?.key ?? '') && context[index]?.actual === context[index - 1]?.actual);

/** The kind of a value, as JSON has kinds. */
export const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Says io-ts's errors as paths and expectations, never with the values found there. */
export const problemsOf = (root: string, errors: t.Errors): ReadonlyArray<Problem> => {
  const expected = new Map<string, { readonly types: Set<string>; readonly found: string }>();
  for (const { context, value } of errors.slice(0, maxErrors)) {
    const steps = context.filter((_, index) => isStep(context, index)).map(({ key }) => key);
    const path = [root, ...steps].filter((step) => step !== '').join('.');
    const known = expected.get(path) ?? { types: new Set(), found: kindOf(value) };
    known.types.add(context[context.length - 1]?.type.name ?? 'something else');
    expected.set(path, known);
  }
  return [...expected].slice(0, maxProblems).map(([at, { types, found }]) => ({
    at: cut(at, 200),
    message: `must be ${cut([...types].join(' or '), 300)}, but is ${found}`,
  }));
};
