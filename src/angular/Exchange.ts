import { HttpErrorResponse, type HttpHeaders, type HttpResponseBase } from '@angular/common/http';
import * as E from 'fp-ts/Either';
import { type HttpRequest, maxErrorBytes } from '../model/http';
import type { Exchange } from '../transport/Transport';
import { tellable } from '../transport/networkFailure';
import { isElsewhere } from './address';

export const timedOut = (after: number): Exchange => E.left({ _tag: 'TimedOut', after });

/** Of the bytes that have come, how many they were and what they read. */
export interface Loaded {
  readonly loaded: number;
  readonly partialText?: string | undefined;
}

export const tooLarge = (limit: number): Exchange => E.left({ _tag: 'ResponseTooLarge', limit });

const networkFailure = (reason: string, code?: unknown): Exchange =>
  E.left({ _tag: 'NetworkFailure', reason, ...(typeof code === 'string' && { code }) });

export const noResponse = networkFailure('no response came');

const notFollowed: Exchange = E.left({
  _tag: 'NetworkFailure',
  reason: 'redirects are not followed',
  permanent: true,
});

const readHeaders = (headers: HttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(headers.keys().map((name) => [name.toLowerCase(), headers.getAll(name)?.join(', ') ?? '']));

/** Angular was asked for a string, but gives null for an empty one, and an interceptor may have replaced it by anything. */
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

/**
 * HttpClient writes U+FFFD for bytes that are not UTF-8, which is longer than what it stands for, unless that was a
 * character of four bytes without its last one. A string that an interceptor has put there instead says nothing.
 */
const isReplaced = (text: string, { loaded, partialText = '' }: Loaded): boolean =>
  text.includes('\uFFFD') && text.startsWith(partialText) && bytesIn(text) > loaded;

/** A response, whatever its status, unless it comes from elsewhere, or is a page that is too large or not UTF-8. */
export const answered = (
  response: HttpResponseBase,
  body: unknown,
  asked: string,
  limit: number,
  came?: Loaded,
): Exchange => {
  if (isRedirected(response, asked)) return notFollowed;
  const { status, ok } = response;
  const text = readBody(body);
  const right = (taken: string): Exchange => E.right({ status, headers: readHeaders(response.headers), body: taken });
  if (!ok) return right(text.slice(0, Math.min(limit, maxErrorBytes)));
  // A character is three bytes at most, so that few strings have to be measured.
  if (text.length * 3 > limit && bytesIn(text) > limit) return tooLarge(limit);
  return came && isReplaced(text, came) ? E.left({ _tag: 'NotUtf8' }) : right(text);
};

/** What platforms throw: an Error with the cause and its code (Node), or without; an event (XMLHttpRequest). */
interface Thrown {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: { readonly code?: unknown };
}

/**
 * What HttpClient throws: the response whose status it does not like, no response, or what an interceptor threw. The
 * message of an `HttpErrorResponse` is left out: it holds the whole address.
 */
export const failed = (error: unknown, request: HttpRequest, asked: string, limit: number): Exchange => {
  if (!(error instanceof HttpErrorResponse)) return networkFailure(tellable(String(error), request));
  const { status, error: thrown } = error as { readonly status: number; readonly error: Thrown | null };
  if (status > 0 && !(thrown instanceof Error)) return answered(error, thrown, asked, limit);
  // A browser that is told not to follow a redirect hides what it says: no status, no body, and no error either.
  if (thrown === null) return notFollowed;
  const said = typeof thrown.message === 'string' ? tellable(thrown.message, request) : '';
  return networkFailure(said || 'no response came', thrown.cause?.code ?? thrown.code);
};
