import { isRight, left, right } from 'fp-ts/Either';
import { isSome, none, type Option, some } from 'fp-ts/Option';
import { jsonOf } from '../../model/json/jsonOf';
import { type PageToken, tooLong } from '../../model/PageToken';
import type { NextPage } from '../../model/paging/envelope';

/** What the next call gets, as the token of its page. What is not JSON cannot be kept, nor copied. */
export const tokenOfCursor = (cursor: unknown): NextPage => {
  if (cursor === undefined || cursor === null || cursor === '') return right(none);
  const text = jsonOf(cursor);
  return text === undefined || tooLong(text)
    ? left({ rule: 'UnsendableToken' })
    : right(some(text as PageToken));
};

/** Each call gets a copy, which it may change. */
export const cursorOfToken = <C>(pageToken: Option<PageToken>): C | undefined =>
  isSome(pageToken) ? (JSON.parse(pageToken.value) as C) : undefined;

export const isTokenOfCursor = (text: string): boolean => {
  try {
    return isRight(tokenOfCursor(JSON.parse(text)));
  } catch {
    return false;
  }
};
