import { HttpErrorResponse, type HttpHeaders, type HttpResponseBase } from '@angular/common/http';
import * as E from 'fp-ts/Either';
import type { HttpResponse } from '../model/http';
import type { TransportFailure } from '../transport/Transport';
import { isElsewhere } from './address';

/** What came of one request through HttpClient. */
export type Exchange = E.Either<TransportFailure, HttpResponse>;

export const timedOut = (after: number): Exchange => E.left({ _tag: 'TimedOut', after });

export const tooLarge = (limit: number): Exchange => E.left({ _tag: 'ResponseTooLarge', limit });

const networkFailure = (reason: string, code?: unknown): Exchange =>
  E.left({ _tag: 'NetworkFailure', reason, ...(typeof code === 'string' && { code }) });

export const noResponse = networkFailure('no response came');

const notFollowed = networkFailure('redirects are not followed');

const readHeaders = (headers: HttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(headers.keys().map((name) => [name.toLowerCase(), headers.getAll(name)?.join(', ') ?? '']));

/** Angular was asked for a text, but has null for an empty one, and an interceptor may have put anything in its place. */
const readBody = (body: unknown): string => {
  if (typeof body === 'string') return body;
  return body === null || body === undefined ? '' : JSON.stringify(body);
};

const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** Not every version and every backend of Angular says so; a browser that followed shows the address it came to. */
const isRedirected = (
  { url, redirected }: HttpResponseBase & { readonly redirected?: boolean | undefined },
  asked: string,
): boolean => redirected ?? (url !== null && isElsewhere(asked, url));

/** A response, whatever its status, unless it comes from elsewhere or is too large. */
export const answered = (response: HttpResponseBase, body: unknown, asked: string, limit: number): Exchange => {
  if (isRedirected(response, asked)) return notFollowed;
  const text = readBody(body);
  // A character is three bytes at most, so that few texts have to be measured.
  if (text.length * 3 > limit && bytesIn(text) > limit) return tooLarge(limit);
  return E.right({ status: response.status, headers: readHeaders(response.headers), body: text });
};

/** What platforms throw: an Error with the cause and its code (Node), or without; an event (XMLHttpRequest). */
interface Thrown {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: { readonly code?: unknown };
}

/** The words of others may repeat the address, whose query string holds the page token. */
const withoutQueries = (text: string): string => text.replace(/\?\S+/g, '?…');

const said = ({ message }: Thrown): string => (typeof message === 'string' ? withoutQueries(message) : '');

/**
 * What HttpClient throws: the response whose status it does not like, no response, or what an interceptor threw. The
 * message of an `HttpErrorResponse` is left out: it holds the whole address.
 */
export const failed = (error: unknown, asked: string, limit: number): Exchange => {
  if (!(error instanceof HttpErrorResponse)) return networkFailure(withoutQueries(String(error)));
  const { status, error: thrown } = error as { readonly status: number; readonly error: Thrown | null };
  if (status > 0 && !(thrown instanceof Error)) return answered(error, thrown, asked, limit);
  // A browser that is told not to follow a redirect hides what it says: no status, no body, and no error either.
  if (thrown === null) return notFollowed;
  return networkFailure(said(thrown) || 'no response came', thrown.cause?.code ?? thrown.code);
};
