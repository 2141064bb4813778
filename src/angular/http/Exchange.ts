import { HttpErrorResponse } from '@angular/common/http';
import type {
  HttpDownloadProgressEvent,
  HttpHeaders,
  HttpResponseBase,
} from '@angular/common/http';
import * as E from 'fp-ts/Either';
import type { HttpRequest } from '../../model/http';
import { networkFailure, notFollowed } from '../../transport/networkFailure';
import { bytesIn, takeText } from '../../transport/takeBody';
import type { Exchange } from '../../transport/Transport';

const isAbsolute = (address: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(address);

/** As a URL parser writes it, without a query: both sides of a comparison have to have gone through the same one. */
const read = (address: string, base?: string): string | undefined =>
  URL.canParse(address, base) ? new URL(address, base).href.replace(/[?#].*$/s, '') : undefined;

/** Whether a response comes from another address. An interceptor may put a host before a relative one, and parameters behind it. */
const isElsewhere = (asked: string, answered: string): boolean => {
  if (isAbsolute(asked)) return isAbsolute(answered) && read(asked) !== read(answered);
  const path = read(asked, 'http://host/')?.replace('http://host', '') ?? '';
  return isAbsolute(answered) && !(read(answered) ?? '').endsWith(path);
};

const headerFields = (headers: HttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    headers.keys().map((name) => [name.toLowerCase(), headers.getAll(name)?.join(', ') ?? '']),
  );

/** Angular was asked for a string, but gives null for an empty one, and an interceptor may have replaced it by anything. */
const bodyText = (body: unknown): string => {
  if (typeof body === 'string') return body;
  return body === null || body === undefined ? '' : JSON.stringify(body);
};

/** Not every version and every backend of Angular says so; a browser that followed shows the address it came to. */
const isRedirected = (
  { url, redirected }: HttpResponseBase & { readonly redirected?: boolean | undefined },
  asked: string,
): boolean => redirected ?? (url !== null && isElsewhere(asked, url));

/**
 * HttpClient writes U+FFFD for bytes that are not UTF-8, which is longer than what it stands for, unless that was a
 * character of four bytes without its last one. A string that an interceptor has put there instead says nothing.
 */
const isReplaced = (
  text: string,
  { loaded, partialText = '' }: HttpDownloadProgressEvent,
): boolean => text.includes('\uFFFD') && text.startsWith(partialText) && bytesIn(text) > loaded;

/** What was asked: the address as it was given to HttpClient, and as an absolute one where that is known. */
export interface AddressedRequest {
  readonly request: HttpRequest;
  readonly address: string;
  readonly absolute: string | undefined;
}

/** On a server there is no page: only the response says what a relative address was resolved against. */
const urlOf = (
  { absolute }: AddressedRequest,
  { url }: HttpResponseBase,
): { readonly url?: string } => {
  if (absolute !== undefined) return { url: absolute };
  return url !== null && isAbsolute(url) ? { url } : {};
};

/** A response, whatever its status, unless it comes from elsewhere, or is a page that is too large or not UTF-8. */
export const answered = (
  response: HttpResponseBase,
  body: unknown,
  asked: AddressedRequest,
  limit: number,
  came?: HttpDownloadProgressEvent,
): Exchange => {
  if (isRedirected(response, asked.address)) return notFollowed;
  const { status, ok } = response;
  const text = takeText(bodyText(body), status, limit);
  if (E.isLeft(text)) return text;
  if (ok && came && isReplaced(text.right, came)) return E.left({ _tag: 'NotUtf8' });
  return E.right({
    status,
    headers: headerFields(response.headers),
    body: text.right,
    ...urlOf(asked, response),
  });
};

// The message of an `HttpErrorResponse` is left out: it holds the whole address.
/** What HttpClient throws: the response whose status it does not like, no response, or what an interceptor threw. */
export const exchangeOfError = (
  error: unknown,
  asked: AddressedRequest,
  limit: number,
): Exchange => {
  if (!(error instanceof HttpErrorResponse))
    return networkFailure(error instanceof Error ? String(error) : error, asked.request);
  const { status, error: thrown } = error as { readonly status: number; readonly error: unknown };
  if (status > 0 && !(thrown instanceof Error))
    try {
      return answered(error, thrown, asked, limit);
    } catch {
      // An interceptor has read the body, and JSON cannot write what it made of it: a bigint, say. The status is known.
      return answered(error, '', asked, limit);
    }
  // A browser that does not follow a redirect hides it: no status, no body, and no error either.
  return thrown === null ? notFollowed : networkFailure(thrown, asked.request);
};
