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

/**
 * Finds every problem of the params at once, and writes each of them once: no page is asked for with another (law 2). Values stay out
 * of the messages, for they may be page tokens. `asked` is what the walk asks for beside them.
 */
export const readParams = (
  name: string,
  asked: string,
  own: Params,
  params: object,
  write: (param: Param, value: unknown) => string | undefined,
): ReadParams => {
  // Without a prototype: an endpoint may call a field `constructor`.
  const given = { __proto__: null, ...params } as Readonly<Record<string, unknown>>;
  const identity = { __proto__: null, 'endpoint or path': asked } as object as Record<
    keyof RequestParts,
    string
  >;
  const problems: Array<Problem> = [];
  const types = { ...own, ...walkOptionTypes };
  for (const [at, param] of Object.entries(types)) {
    const value = given[at];
    try {
      const message = param.problemOf?.(value, given);
      if (message) problems.push({ at, message });
      const text = message ? undefined : write(param, value);
      if (text !== undefined) identity[at] = text;
    } catch {
      problems.push({ at, message: 'cannot be written' });
    }
  }
  for (const at in given) {
    if (given[at] !== undefined && !Object.hasOwn(types, at)) {
      const advice = at === 'codec' ? ': use properties' : '';
      problems.push({ at, message: `is not a parameter of ${name}${advice}` });
    }
  }
  return { identity, problems };
};
