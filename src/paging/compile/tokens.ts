import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { type Option, isNone, isSome, none, some, tryCatch } from 'fp-ts/Option';
import { type PageToken, tooLong } from '../../model/PageToken';
import type { Draft } from '../../model/paging/draft';
import type { Broken, NextPage } from '../../model/paging/envelope';
import { put, scratch } from './requests';
import type { Rule } from './Rule';
import type { TokenText } from './tokenText';

/** The cursors of a rule as the texts of tokens. A text that can be sent has no problem, wherever it comes from. */
export interface CursorTokens<C> {
  /** What can be sent of a text. */
  readonly cursorOf: (text: string) => Option<C>;
  /** Why a text cannot be sent. */
  readonly problemOf: (text: string) => string | undefined;
  readonly tokenOf: (cursor: Option<C>) => Option<PageToken>;
  /** What a page names, as a token that can be sent. `mark` is what tells the page from others. */
  readonly next: (named: Either<Broken, Option<C>>, mark?: string) => NextPage;
}

/** `fitsForm` says whether a request can be written with what is in it, if its body is a form. */
export const tokensOf = <C>(
  rule: Pick<Rule<C>, 'isCursor' | 'sent'>,
  text: TokenText,
  fitsForm: (draft: Draft) => boolean,
): CursorTokens<C> => {
  // On the way of every page: `map` and `chain` of an Option take longer than what they are given.
  const isCursor = (cursor: unknown): cursor is C => {
    try {
      return rule.isCursor(cursor);
    } catch {
      // What a function of the user's throws comes again with the request, where it goes to the error channel (law 25).
      return true;
    }
  };
  const cursorOf = (token: string): Option<C> => {
    const cursor = text.read(token);
    return isSome(cursor) && isCursor(cursor.value) ? some(cursor.value) : none;
  };
  const problemOf = (token: string): string | undefined => {
    const long = tooLong(token);
    if (long !== undefined) return long;
    const cursor = cursorOf(token);
    if (isNone(cursor)) return text.refusal;
    const sent = tryCatch(() => rule.sent(cursor.value));
    if (isNone(sent)) return undefined;
    const draft = scratch();
    if (isNone(tryCatch(() => put(draft, sent.value)))) return text.refusal;
    return fitsForm(draft) ? undefined : 'cannot be part of a form';
  };
  const tokenOf = (cursor: Option<C>, mark?: string): Option<PageToken> =>
    (isSome(cursor) ? text.write(cursor.value, mark) : none) as Option<PageToken>;
  return {
    cursorOf,
    problemOf,
    tokenOf,
    next: (named, mark) => {
      if (isLeft(named)) return named;
      const token = tokenOf(named.right, mark);
      const isSendable = isSome(token) ? problemOf(token.value) === undefined : isNone(named.right);
      return isSendable ? right(token) : left({ rule: 'UnsendableToken' });
    },
  };
};
