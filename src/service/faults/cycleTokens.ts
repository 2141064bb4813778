import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { PageToken } from '../../model/PageToken';
import { remember } from '../store/remember';
import type { Misbehaviour } from './Misbehaviour';

interface Walk {
  readonly first: PageToken;
  /** Tokens that the walk has been given, this one included. */
  readonly tokens: number;
}

/** After this many pages a walk is given its first token again, and then the same tokens as before. */
export const cycleTokens = (pages: number): Misbehaviour => {
  const walks = new Map<PageToken, Walk>();
  const successors = new Map<PageToken, PageToken>();

  const lead = (from: O.Option<PageToken>, to: PageToken): PageToken => {
    const walk = O.isSome(from) ? walks.get(from.value) : undefined;
    remember(walks, to, { first: walk?.first ?? to, tokens: (walk?.tokens ?? 0) + 1 });
    if (O.isSome(from)) remember(successors, from.value, to);
    return to;
  };

  const successor = (from: O.Option<PageToken>, next: O.Option<PageToken>): O.Option<PageToken> => {
    if (O.isSome(from)) {
      const walk = walks.get(from.value);
      if (walk?.tokens === pages) return O.some(walk.first);
      const known = successors.get(from.value);
      if (known !== undefined) return O.some(known);
    }
    return O.isSome(next) ? O.some(lead(from, next.value)) : O.none;
  };

  return {
    onPage: (page) =>
      E.isRight(page.next) ? { ...page, next: E.right(successor(page.pageToken, page.next.right)) } : page,
  };
};
