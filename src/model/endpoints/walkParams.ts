import type { Problem } from '../errors/WalkError';
import type { Param, Params } from '../paging/scheme';
import type { RequestParts } from '../place/placeInternals';
import { walkOptionTypes } from './walkOptionTypes';

/** What the params of a walk say, part by part, and what is wrong with them. */
export interface ReadParams {
  /** What a place belongs to. */
  readonly identity: RequestParts;
  readonly problems: Array<Problem>;
}

/** The params of an endpoint or of a function, and those of every walk. */
export const withWalkOptions = (own: Params): ReadonlyMap<string, Param> =>
  new Map(Object.entries({ ...own, ...walkOptionTypes }));

/**
 * Finds every problem of the params at once, and writes each of them once: no page is asked for with another (law 2). Values stay out
 * of the messages, for they may be page tokens. `asked` is what the walk asks for beside them.
 */
export const readParams = (
  name: string,
  asked: string,
  known: ReadonlyMap<string, Param>,
  params: object,
  write: (param: Param, value: unknown) => string | undefined,
): ReadParams => {
  const given = params as Readonly<Record<string, unknown>>;
  // Without a prototype: an endpoint may call a field `__proto__`.
  const identity = { __proto__: null, 'endpoint or path': asked } as object as Record<
    keyof RequestParts,
    string
  >;
  const problems: Array<Problem> = [];
  for (const [at, param] of known) {
    // An endpoint may call a field `constructor`, too.
    const value = Object.hasOwn(given, at) ? given[at] : undefined;
    try {
      const message = param.problemOf?.(value, given);
      if (message) problems.push({ at, message });
      const text = message ? undefined : write(param, value);
      if (text !== undefined) identity[at] = text;
    } catch {
      problems.push({ at, message: 'cannot be written' });
    }
  }
  for (const at of Object.keys(given)) {
    if (given[at] !== undefined && !known.has(at)) {
      const advice = at === 'codec' ? ': use properties' : '';
      problems.push({ at, message: `is not a parameter of ${name}${advice}` });
    }
  }
  return { identity, problems };
};
