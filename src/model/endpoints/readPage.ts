import { type Either, isLeft } from 'fp-ts/Either';
import type { Option } from 'fp-ts/Option';
import type { HttpRequest, HttpResponse } from '../http';
import { hasTooMany } from '../json/jsonBounds';
import type { Parsed } from '../json/parseExact';
import { skipPlain } from '../json/quoteLarge';
import type { PageToken } from '../PageToken';
import { type GivenNumbers, parsePage, refuseLarge } from '../records/Numbers';
import type { Onlooker, Scheme } from '../paging/scheme';
import type { Envelope } from '../paging/envelope';
import { type PageFailure, unreadable } from '../errors/WalkError';

/** No page has more records: a Left for each of them would cost more than all else (law 31). */
const maxRecords = 1_000_000;

/** What a body is if it is not JSON. Services that are down, or want a login, often send a document. */
const notJson = (body: string): string => {
  const start = body.slice(0, 1_000).trimStart();
  if (!start.startsWith('<')) return 'is not JSON';
  return `is ${/^<(!doctype|html)\b/i.test(start) ? 'HTML' : 'XML'}, not JSON`;
};

/** Whether a text is the beginning of JSON, which was cut off inside a whole message: something is open at its end. */
const isCutOff = (body: string): boolean => {
  if (!/^\s*(\[|\{\s*("|$))/.test(body.slice(0, 1_000))) return false;
  let open = 0;
  for (let at = 0; at < body.length; at += 1) {
    at = skipPlain(body, at);
    if (at >= body.length) return true;
    const code = body.charCodeAt(at);
    // `[` and `{`, `]` and `}`.
    if (code === 91 || code === 123) open += 1;
    if (code === 93 || code === 125) open -= 1;
  }
  return open > 0;
};

const noBody: Parsed = { value: undefined, hasLarge: false, isTooDeep: false };

const noPage = (message: string, details?: Parameters<typeof unreadable>[1]) =>
  unreadable([{ at: 'the body', message }], details);

/** Reads the response to the request for a page by the scheme of its endpoint; its records are read later, one by one. */
export const readPage =
  (scheme: Scheme, numbers?: GivenNumbers, onlooker?: Onlooker) =>
  (
    { status, headers, url, body: text }: HttpResponse,
    request: Pick<HttpRequest, 'url'>,
    pageToken: Option<PageToken>,
  ): Either<PageFailure, Envelope> => {
    if (hasTooMany(text))
      return noPage('has more than 2,000,000 commas and opening brackets: ask for smaller pages');
    let parsed: Parsed;
    try {
      // A response with this status has no body.
      parsed = status === 204 && text === '' ? noBody : parsePage(text, numbers);
    } catch {
      return isCutOff(text)
        ? noPage('ends before its JSON does', { isCut: true })
        : noPage(notJson(text));
    }
    const { value: body, hasLarge, isTooDeep } = parsed;
    if (isTooDeep) return noPage('is nested more than 1,000 levels deep');
    // Written out, because adding to a spread copy is twenty times slower.
    const answer = { status, headers, url, body, request, numbers };
    onlooker?.(answer);
    const page = scheme.read(answer, pageToken);
    if (isLeft(page)) return page;
    // Beside the records and the cursor, which are refused, an integer that no double holds is its digits (law 28).
    if (hasLarge) {
      refuseLarge(page.right.fields);
      page.right.hasLarge = true;
    }
    return page.right.data.length > maxRecords
      ? unreadable([{ at: 'the page', message: 'has more than 1,000,000 records' }])
      : page;
  };
