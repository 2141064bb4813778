import { isLeft, left, right } from 'fp-ts/Either';
import { isSome, none, type Option, some, tryCatch } from 'fp-ts/Option';
import { writeExact } from '../../model/json/writeExact';
import { digest } from '../../model/place/placeInternals';
import { lastPage, type NamedRule, type Next, type Rule } from './Rule';
import { jsonText, type TokenText } from './tokenText';

/** A cursor, and what tells the page before it from others; empty where nothing does, or where that page is not known yet. */
interface MarkedCursor<C> {
  readonly mark: string;
  readonly cursor: C;
}

/** What the text of a token has before the mark. Version 1.0.0-rc.2 had nothing there, and more than the mark behind it. */
const version = 'v1:';

/** The mark of a text, and the JSON behind it. A token without a mark is one of the user's. */
const markAndJson = (text: string): readonly [mark: string, json: string] => {
  const [, mark = '', json = text] = /^([^ "{[]*) (.*)$/s.exec(text) ?? [];
  return [mark, json];
};

/** A mark and the text of a cursor with a blank between them. */
const withMarks = (inner: TokenText): TokenText => ({
  read: (text) => {
    const [mark, json] = markAndJson(text);
    const plain = mark.startsWith(version) ? mark.slice(version.length) : mark.replace(/~.*/, '');
    const cursor = inner.read(json);
    return isSome(cursor)
      ? some<MarkedCursor<unknown>>({ mark: plain, cursor: cursor.value })
      : none;
  },
  write: (cursor) => {
    const { mark, cursor: own } = cursor as MarkedCursor<unknown>;
    const json = inner.write(own);
    return isSome(json) ? some(`${version}${mark} ${json.value}`) : none;
  },
  cursorIn: (text) => markAndJson(text)[1],
  secretsOf: (text, asked) => [text, ...inner.secretsOf(markAndJson(text)[1], asked).slice(1)],
  refusal: inner.refusal,
});

/** An integer that was not read is a symbol, which JSON would leave out. */
const symbolsAsText = (_: string, value: unknown): unknown =>
  typeof value === 'symbol' ? String(value) : value;

/** What tells a page from another one: its length, its first and its last item. */
const markOf = (items: ReadonlyArray<unknown>): string => {
  const ends = tryCatch(
    () => writeExact([items.length, items[0], items.at(-1)], symbolsAsText) ?? '',
  );
  return items.length > 0 && isSome(ends) ? digest(ends.value) : '';
};

export const repeatedPage: Next<never> = left({ _tag: 'ProtocolViolation', rule: 'RepeatedPage' });

/** A rule that says what a repeated page means. */
type Comparing<C> = Rule<C> & Required<Pick<Rule<C>, 'onRepeat'>>;

/** A rule whose pages are compared, each with the one before it (law 26). */
const unrepeated = <C>(rule: Comparing<C>): Rule<MarkedCursor<C>> => {
  const { numbered } = rule;
  const cursorOf = (marked: Option<MarkedCursor<C>>): Option<C> =>
    isSome(marked) ? some(marked.value.cursor) : none;
  const withMark = (mark: string, cursor: Option<C>): Option<MarkedCursor<C>> =>
    isSome(cursor) ? some({ mark, cursor: cursor.value }) : none;
  return {
    start: (draft, refuse) => withMark('', rule.start(draft, refuse)),
    isCursor: (marked) => rule.isCursor((marked as MarkedCursor<unknown>).cursor),
    sent: ({ cursor }) => rule.sent(cursor),
    next: ({ answer, items, start }, before) => {
      const mark = markOf(items);
      const cursor = cursorOf(before);
      const isRepeated = mark !== '' && isSome(before) && before.value.mark === mark;
      const meaning = isRepeated ? rule.onRepeat(cursor) : 'count';
      if (meaning === 'error') return repeatedPage;
      if (meaning === 'last') return lastPage({ repeats: true });
      const found = rule.next({ answer, items, start: cursorOf(start) }, cursor, isRepeated);
      if (isLeft(found)) return found;
      const { next, ...beside } = found.right;
      const following = isLeft(next) ? next : right(withMark(mark, next.right));
      return right({ next: following, ...beside });
    },
    ...(numbered && {
      numbered: {
        follow: (before, items) => withMark('', numbered.follow(cursorOf(before), items)),
        seek: (before, items, size) => withMark('', numbered.seek(cursorOf(before), items, size)),
        pastEnd: (status, cursor) => numbered.pastEnd(status, cursorOf(cursor)),
      },
    }),
  };
};

/** A rule whose pages are compared, and how its tokens are written then. */
export const comparingPages = <C>(
  rule: Comparing<C>,
  text = jsonText,
): Pick<NamedRule<MarkedCursor<C>>, 'rule' | 'text'> => ({
  rule: unrepeated(rule),
  text: withMarks(text),
});
