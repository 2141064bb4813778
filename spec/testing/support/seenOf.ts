import * as E from 'fp-ts/Either';
import type { Result } from './Script';

/** Headers that a connection has, and no answer. */
const ofConnections = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** A result as both doors show it. The words for a broken connection are those of the platform; only its kind is the same. */
export const seenOf = (result: Result): unknown => {
  if (E.isLeft(result)) {
    return result.left._tag === 'NetworkFailure' ? { failure: 'NetworkFailure' } : { failure: result.left };
  }
  const { status, headers, body } = result.right;
  const shown = Object.entries(headers).filter(([name]) => !ofConnections.has(name));
  return { status, headers: Object.fromEntries(shown.sort()), body };
};
