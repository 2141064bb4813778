import { isLeft, left, right } from 'fp-ts/Either';
import { type Option, isNone, isSome, none, some, toUndefined, tryCatch } from 'fp-ts/Option';
import type { Answer } from '../../model/paging/sources';
import type { Draft, Part, Slot } from '../../model/paging/draft';
import type { Paging, Scheme } from '../../model/paging/scheme';
import { parseExact } from '../../model/json/parseExact';
import { writeExact } from '../../model/json/writeExact';
import type { PageToken } from '../../model/PageToken';
import { digest } from '../../model/place/placeInternals';
import { checkSources } from '../slots/at';
import { secretsIn } from '../../model/secrets/jsonSecrets';
import { valueText } from '../slots/query';
import { type Sent, written } from './cursorParts';
import {
  breaks,
  goesOn,
  lastPage,
  type Next,
  type PagingParts,
  pagingOf,
  type Refuse,
  scratch,
} from './pagingOf';
import { sendAhead } from './sendAhead';
import { isAbsent } from './signals';

export interface CursorPaging<In extends Part> extends Pick<
  PagingParts<In>,
  'label' | 'slots' | 'sources' | 'problem'
> {
  /** The same for a walk whose first request is this. By default a `first` that differs from what is there is refused. */
  readonly begin?: (draft: Draft, refuse: Refuse) => CursorPaging<In>;
  readonly pastEnd?: ReadonlyArray<number> | undefined;
  readonly onMarks?: () => void;
  readonly isCounted?: boolean;
  /** Whether a cursor asks for a page only to see whether there is one: a page like the one before it is not. */
  readonly isProbe?: (cursor: unknown) => boolean;
  /** The cursor that request 1 carries. */
  readonly first?: unknown;
  readonly isCursor: (cursor: unknown) => boolean;
  /** Whether a service that ignores the cursor would be walked forever, so that each page is compared with the one before (law 26). */
  readonly comparesPages?: boolean;
  /** Whether a page may be equal to the one before. If so, `next` gets to know where one is. */
  readonly mayRepeat?: boolean | undefined;
  readonly sent: (cursor: unknown) => Sent;
  /** The cursor that follows another one, where that is known before the response (law 34). */
  readonly follow?: (before: Option<unknown>, items: number | undefined) => Option<unknown>;
  /** The cursor of the page that holds another item: see `seek` of `Scheme`. */
  readonly seek?: (before: Option<unknown>, items: number, size: number) => Option<unknown>;
  readonly next: (
    answer: Answer,
    items: ReadonlyArray<unknown>,
    before: Option<unknown>,
    isRepeated: boolean,
  ) => Next<unknown>;
}

/** Refuses what is not a slot, such as a source, and what is not a source, such as a text. */
export const checkSlotsAndSources = (
  scheme: string,
  slots: ReadonlyArray<unknown>,
  sources: Readonly<Record<string, unknown>>,
): void => {
  checkSources(scheme, sources);
  if (
    slots.length > 0 &&
    slots.every((slot) => typeof (Object(slot) as Partial<Slot>).write === 'function')
  )
    return;
  throw new TypeError(`${scheme}: to must be a slot, such as query('cursor')`);
};

const put = (draft: Draft, sent: Sent): true => {
  for (const [slot, value] of sent) {
    if (slot.part === 'body' && draft.method === 'GET') {
      throw new TypeError(`a GET has no body for ${slot.label}; use POST, or the query string`);
    }
    slot.write(draft, value);
  }
  return true;
};

/** An integer that was not read is a symbol, which JSON would leave out. */
const named = (_: string, value: unknown): unknown =>
  typeof value === 'symbol' ? String(value) : value;

const digestOf = (value: unknown): string => digest(writeExact(value, named) ?? '');

/** What tells a page from another one: its length, its first and its last item. Empty: nothing does. */
const markOf = (items: ReadonlyArray<unknown>): string => {
  const ends = tryCatch(() => digestOf([items.length, items[0], items.at(-1)]));
  return items.length > 0 && isSome(ends) ? ends.value : '';
};

export const repeatedPage: Next<never> = left({ _tag: 'ProtocolViolation', rule: 'RepeatedPage' });

/** Whether a request has something else at a slot than a value would be there. */
const isOther = (draft: Draft, [slot, value]: Sent[number]): boolean => {
  const there = slot.valueIn(draft);
  const other = scratch();
  slot.write(other, value);
  return !isAbsent(there) && valueText(there) !== valueText(slot.valueIn(other));
};

/** Statuses that say "there is no such page" where one was asked for only to see whether there is. */
const noPage: ReadonlyArray<number> = [404, 416];

const partsOf = <In extends Part>(described: CursorPaging<In>): PagingParts<In> => {
  const {
    label,
    slots = [],
    sources = [],
    pastEnd,
    first,
    isCursor,
    comparesPages,
    sent,
    follow,
    seek,
    next,
  } = described;
  const cursorOf = (token: string): string =>
    comparesPages ? token.slice(token.indexOf(' ') + 1) : token;
  /** The mark of the page before. Version 1.0.0-rc.2 wrote more behind it. */
  const markIn = (token: string): string => token.slice(0, token.indexOf(' ')).replace(/~.*/, '');
  const start = first === undefined ? none : some(first);
  // Nothing is kept between two calls: all walks of an endpoint share its scheme.
  const read = (token: string): Option<unknown> => tryCatch(() => parseExact(cursorOf(token)));

  const isProbe = (cursor: Option<unknown>): boolean =>
    isSome(cursor) && described.isProbe?.(cursor.value) === true;

  const canSend = (cursor: Option<unknown>): boolean => {
    let wanted: Sent | undefined;
    try {
      wanted = isSome(cursor) && isCursor(cursor.value) ? sent(cursor.value) : undefined;
    } catch {
      // What a function of the user's throws comes again with the request, where it goes to the error channel (law 25).
      return true;
    }
    return wanted !== undefined && isSome(tryCatch(() => put(scratch(), wanted)));
  };

  const cursorAt = (token: Option<PageToken>): Option<unknown> =>
    isSome(token) ? read(token.value) : start;
  /** The mark of the page before is not known yet, and is not part of the request. */
  const unmarked = (cursor: Option<unknown>): Option<PageToken> =>
    isSome(cursor) ? some(` ${String(cursor.value)}` as PageToken) : none;
  const follows: Scheme['follow'] =
    follow && ((token, items) => unmarked(follow(cursorAt(token), items)));

  const parts: PagingParts<In> = {
    slots,
    sources,
    begin: (draft, refuse) => {
      if (described.begin) return partsOf(described.begin(draft, refuse));
      // What a function of the user's throws comes again with the request.
      const wanted = first === undefined ? [] : (toUndefined(tryCatch(() => sent(first))) ?? []);
      // What the token of `delta` says goes before `first`.
      if (draft.delta && wanted.some(([slot]) => !isAbsent(slot.valueIn(draft)))) {
        return partsOf({ ...described, first: undefined });
      }
      for (const each of wanted) {
        if (isOther(draft, each)) refuse(each[0].label, 'differs from first: give one of them');
      }
      return parts;
    },
    problem:
      described.problem ??
      (isNone(start) || canSend(start) ? undefined : `${label}: first cannot be sent`),
    label,
    pastEnd: (status, token) =>
      isSome(token) &&
      (pastEnd?.includes(status) || (noPage.includes(status) && isProbe(read(token.value))))
        ? right({ data: [], next: right(none), fields: {} })
        : undefined,
    next: (answer, items, before): Next<PageToken> => {
      const mark = comparesPages ? markOf(items) : '';
      const isRepeated = mark !== '' && isSome(before) && mark === markIn(before.value);
      const cursor = cursorAt(before);
      if (isRepeated && !described.mayRepeat)
        return isProbe(cursor) ? lastPage({ repeats: true }) : repeatedPage;
      const found = next(answer, items, cursor, isRepeated);
      if (isLeft(found)) return found;
      const { next: following, ...beside } = found.right;
      if (isLeft(following)) return right({ next: following, ...beside });
      if (isNone(following.right)) return lastPage(beside);
      const { value } = following.right;
      // What is nested too deeply to be written down, or is not JSON at all, cannot be sent either.
      const json = tryCatch(() => written(value));
      if (isNone(json) || json.value === undefined) return breaks('UnsendableToken');
      return goesOn(`${comparesPages ? `${mark} ` : ''}${json.value}` as PageToken, beside);
    },
    write: (draft, token) => {
      const cursor = cursorAt(token);
      if (isSome(cursor)) put(draft, sent(cursor.value));
    },
    problemOf: (token) =>
      canSend(read(token)) ? undefined : 'is not a page token of this endpoint',
    cursorOf,
    ...(described.onMarks && { onMarks: described.onMarks }),
    ...(described.isCounted && { isCounted: true }),
    ...(follows && { follow: follows, ahead: sendAhead(follows) }),
    ...(seek && { seek: (token, items, size) => unmarked(seek(cursorAt(token), items, size)) }),
    secretsOf: (token) => [token, ...secretsIn(toUndefined(read(token)))],
  };
  return parts;
};

/** Makes a scheme whose page token is its cursor as JSON; where pages are compared, behind the mark of the page before. */
export const cursorPaging = <In extends Part>(described: CursorPaging<In>): Paging<In> =>
  pagingOf(partsOf(described));
