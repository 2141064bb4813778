import { type Either, isLeft, right } from 'fp-ts/Either';
import type { Option } from 'fp-ts/Option';
import type { HttpRequest, HttpResponse } from '../http';
import type { Parsed } from '../json/parseExact';
import type { PageToken } from '../PageToken';
import { largeProblems, type Numbers, numbersFor } from '../records/Numbers';
import type { Envelope, Scheme } from '../scheme/Paging';
import { type PageFailure, unreadable } from '../errors/WalkError';

/** No page has more records: a Left for each of them would cost more than all else (law 31). */
const maxRecords = 1_000_000;

/** Reads the answer to the request for a page by the scheme of its endpoint; its records are read later, one by one. */
export const readPage =
  (scheme: Scheme, numbers: Numbers = numbersFor(undefined)) =>
  (
    response: HttpResponse,
    request: Pick<HttpRequest, 'url'>,
    pageToken: Option<PageToken>,
  ): Either<PageFailure, Envelope> => {
    let parsed: Parsed;
    try {
      parsed = numbers.parse(response.body);
    } catch {
      return unreadable([{ at: 'the body', message: 'is not JSON' }]);
    }
    const page = scheme.read({ ...response, body: parsed.value, request }, pageToken);
    if (isLeft(page)) return page;
    if (page.right.data.length > maxRecords) {
      return unreadable([{ at: 'the page', message: 'has more than 1,000,000 records' }]);
    }
    const problems = parsed.hasLarge ? largeProblems(numbers, page.right.fields) : [];
    if (problems.length > 0) return unreadable(problems);
    return parsed.hasLarge ? right({ ...page.right, hasLarge: true }) : page;
  };
