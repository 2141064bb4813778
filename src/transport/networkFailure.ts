import { left } from 'fp-ts/Either';
import type { HttpRequest } from '../model/http';
import type { Exchange } from './Transport';

/** What platforms throw: an Error, in Node with a code. */
export interface Thrown {
  readonly message: string;
  readonly code?: unknown;
}

/** The words of others may repeat the address, whose query string holds the page token. */
const withoutQueries = (text: string): string => text.replace(/\?\S+/g, '?…');

/** Words that may be told: neither a query string nor a header, which Node's fetch repeats where it refuses one. */
export const tellable = (text: string, { headers }: HttpRequest): string => {
  const isTold = (value: string): boolean => value !== '' && text.includes(value.trim());
  return Object.values(headers).some(isTold) ? 'no request was made' : withoutQueries(text);
};

/** What was thrown, as a value: the words of the platform, and its code. What is permanent is not tried again. */
export const networkFailure = (error: unknown, isPermanent = false): Exchange => {
  const { message, code } = Object(error) as Thrown;
  return left({
    _tag: 'NetworkFailure',
    // There is no message where every address of a host refused.
    reason: withoutQueries(String(message || (code ?? error))),
    // An exception of the DOM has a number.
    ...(typeof code === 'string' && { code }),
    ...(isPermanent && { permanent: true }),
  });
};
