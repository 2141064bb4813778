import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { type Option, isNone, isSome, none, some, toUndefined, tryCatch } from 'fp-ts/Option';
import { parseExact } from '../../model/json/parseExact';
import { writeExact } from '../../model/json/writeExact';
import type { BrokenRule, PageFailure } from '../../model/errors/WalkError';
import type { PageToken } from '../../model/PageToken';
import { digest } from '../../model/place/hidden';
import type { Answer, Draft, Paging, Part, Slot } from '../../model/endpoints/Paging';
import { stringsIn } from '../parts/Json';
import { pagingOf } from './pagingOf';

/** What a page says about the cursor of the next one. */
export type NextCursor = Either<PageFailure, Either<BrokenRule, Option<unknown>>>;

export const lastPage: NextCursor = right(right(none));
export const breaks = (rule: BrokenRule): NextCursor => right(left(rule));
export const goesOn = (cursor: unknown): NextCursor => right(right(some(cursor)));

/** What a cursor puts into a request, and where. */
export type Sent = ReadonlyArray<readonly [slot: Slot, value: unknown]>;

interface CursorPaging<In extends Part> {
  /** The scheme's name and what it is made of: a place belongs to one of them. */
  readonly label: string;
  readonly slots?: ReadonlyArray<Slot<In>>;
  readonly problem?: string | undefined;
  /** The cursor that request 1 carries. */
  readonly first?: unknown;
  readonly isCursor: (cursor: unknown) => boolean;
  /** Whether a service that ignores the cursor would be walked forever, so that pages have to be compared (law 26). */
  readonly comparesPages?: boolean;
  readonly sent: (cursor: unknown) => Sent;
  readonly next: (answer: Answer, items: ReadonlyArray<unknown>, before: Option<unknown>) => NextCursor;
}

const scratch = (): Draft => ({ method: 'POST', path: '', query: new Map(), body: new Map(), headers: {} });

const put = (draft: Draft, sent: Sent): true => {
  for (const [slot, value] of sent) {
    if (slot.part === 'body' && draft.method === 'GET') {
      throw new TypeError(`a GET has no body for ${slot.label}; use POST, or the query string`);
    }
    slot.write(draft, value);
  }
  return true;
};

/** What tells a page from another one: its length, its first and its last item. Empty: nothing does. */
const markOf = (items: ReadonlyArray<unknown>): string => {
  const ends = tryCatch(() => writeExact([items.length, items[0], items.at(-1)]) ?? '');
  return items.length > 0 && isSome(ends) ? digest(ends.value) : '';
};

/** Makes a scheme whose page token is its cursor as JSON; where pages are compared, behind the mark of the page before. */
export const cursorPaging = <In extends Part>(described: CursorPaging<In>): Paging<In> => {
  const { label, slots, problem, first, isCursor, comparesPages, sent, next } = described;
  const cursorOf = (token: string): string => (comparesPages ? token.slice(token.indexOf(' ') + 1) : token);
  // A token is checked, written, kept secret and compared, one after the other: it is parsed once for all of that.
  let last: { readonly token: string; readonly cursor: Option<unknown> } | undefined;
  const read = (token: string): Option<unknown> => {
    if (last?.token !== token) last = { token, cursor: tryCatch(() => parseExact(cursorOf(token))) };
    return last.cursor;
  };

  const canSend = (token: PageToken): boolean => {
    let wanted: Sent | undefined;
    try {
      const cursor = read(token);
      wanted = isSome(cursor) && isCursor(cursor.value) ? sent(cursor.value) : undefined;
    } catch {
      // What a function of the user's throws comes again with the request, where it goes to the error channel (law 25).
      return true;
    }
    return wanted !== undefined && isSome(tryCatch(() => put(scratch(), wanted)));
  };

  return pagingOf({
    slots: slots ?? [],
    problem,
    label,
    next: (answer, items, before) => {
      const mark = comparesPages ? markOf(items) : '';
      if (mark && isSome(before) && before.value.startsWith(`${mark} `)) {
        return left({ _tag: 'ProtocolViolation', rule: 'RepeatedPage' });
      }
      const found = next(answer, items, isSome(before) ? read(before.value) : none);
      if (isLeft(found) || isLeft(found.right) || isNone(found.right.right)) return found as Either<PageFailure, never>;
      const cursor = found.right.right.value;
      // What is nested too deeply to be written down, or is not JSON at all, cannot be sent either.
      const json = tryCatch(() => writeExact(cursor));
      if (isNone(json) || json.value === undefined) return right(left('UnsendableToken'));
      const token = `${comparesPages ? `${mark} ` : ''}${json.value}` as PageToken;
      // What others hold may change; a scalar cannot, and is what was written.
      if (typeof cursor !== 'object') last = { token, cursor: some(cursor) };
      return right(right(some(token)));
    },
    write: (draft, token) => {
      const cursor = isSome(token) ? read(token.value) : first === undefined ? none : some(first);
      if (isSome(cursor)) put(draft, sent(cursor.value));
    },
    problemOf: (token) => (canSend(token) ? undefined : 'is not a page token of this endpoint'),
    cursorOf,
    secretsOf: (token) => [token, ...stringsIn(toUndefined(read(token)))],
  });
};
