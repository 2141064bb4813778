import { type Either, isLeft, isRight, left, right } from 'fp-ts/Either';
import { type Option, isSome } from 'fp-ts/Option';
import type { HttpRequest, HttpResponse } from '../http';
import type { PageToken } from '../PageToken';
import type { Envelope, Scheme } from '../scheme/Paging';
import { tokenProblem } from './requestFor';
import { type PageFailure, unreadable } from '../errors/WalkError';

/** Reads the answer to the request for a page by the scheme of its endpoint; its records are read later, one by one. */
export const readPage =
  (scheme: Scheme) =>
  (
    response: HttpResponse,
    request: Pick<HttpRequest, 'url'>,
    pageToken: Option<PageToken>,
  ): Either<PageFailure, Envelope> => {
    let body: unknown;
    try {
      body = JSON.parse(response.body);
    } catch {
      return unreadable([{ at: 'the body', message: 'is not JSON' }]);
    }
    const page = scheme.read({ ...response, body, request }, pageToken);
    if (isLeft(page)) return page;
    const { next } = page.right;
    const isUnsendable = isRight(next) && isSome(next.right) && tokenProblem(scheme, next.right.value) !== undefined;
    return isUnsendable ? right({ ...page.right, next: left('UnsendableToken') }) : page;
  };
