import * as E from 'fp-ts/Either';
import type { Exchange } from './Transport';

/** What platforms throw: an Error, in Node with a code. */
export interface Thrown {
  readonly message: string;
  readonly code?: unknown;
}

/** The words of others may repeat the address, whose query string holds the page token. */
export const withoutQueries = (text: string): string => text.replace(/\?\S+/g, '?…');

/** What was thrown, as a value: the words of the platform, and its code. What is permanent is not tried again. */
export const networkFailure = (error: unknown, isPermanent = false): Exchange => {
  const { message, code } = Object(error) as Thrown;
  return E.left({
    _tag: 'NetworkFailure',
    // There is no message where every address of a host refused.
    reason: withoutQueries(String(message || (code ?? error))),
    // An exception of the DOM has a number.
    ...(typeof code === 'string' && { code }),
    ...(isPermanent && { permanent: true }),
  });
};
