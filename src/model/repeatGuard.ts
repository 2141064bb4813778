import { type Option, isSome } from 'fp-ts/Option';
import type { PageToken } from './PageToken';

/** A cycle of up to this many pages is found at its first repeat. */
const remembered = 1_000;

/**
 * Tells whether a walk has met a token before, in bounded memory and without false alarm (law 8). It keeps the last 1,000 tokens.
 * For longer cycles Brent's algorithm compares every token with one kept from 1, 2, 4, 8 … tokens earlier, so that a cycle of
 * any length is found within about three rounds.
 */
export const repeatGuard = (
  start: Option<PageToken>,
  cursorOf?: (token: PageToken) => string,
): ((token: PageToken) => boolean) => {
  const recent = new Set<string>();
  let count = 0;
  let milestone: string | undefined;
  let nextMilestone = 1;

  const isRepeated = (pageToken: PageToken): boolean => {
    const token = cursorOf?.(pageToken) ?? pageToken;
    if (recent.has(token) || token === milestone) return true;
    recent.add(token);
    // The oldest comes first.
    for (const oldest of recent) {
      if (recent.size <= remembered) break;
      recent.delete(oldest);
    }
    count += 1;
    if (count === nextMilestone) {
      milestone = token;
      nextMilestone *= 2;
    }
    return false;
  };
  if (isSome(start)) isRepeated(start.value);
  return isRepeated;
};
