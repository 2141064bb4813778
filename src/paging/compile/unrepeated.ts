import { left } from 'fp-ts/Either';
import { isSome, map as mapOption, tryCatch } from 'fp-ts/Option';
import { writeExact } from '../../model/json/writeExact';
import { digest } from '../../model/place/placeInternals';
import { lastPage, mapNext, type NamedRule, type Next, type Rule } from './Rule';
import { jsonText, type TokenText } from './tokenText';

/** A cursor, and what tells the page before it from others; empty where nothing does, or where that page is not known yet. */
interface Marked<C> {
  readonly mark: string;
  readonly cursor: C;
}

/** What the text of a token has before the mark. Version 1.0.0-rc.2 had nothing there, and more than the mark behind it. */
const version = 'v1:';

/** The mark of a text, and the JSON behind it. A token without a mark is one of the user's. */
const partsOf = (text: string): readonly [mark: string, json: string] => {
  const [, mark = '', json = text] = /^([^ "{[]*) (.*)$/s.exec(text) ?? [];
  return [mark, json];
};

/** A mark and JSON with a blank between them. */
const markedText: TokenText = {
  read: (text) => {
    const [mark, json] = partsOf(text);
    const plain = mark.startsWith(version) ? mark.slice(version.length) : mark.replace(/~.*/, '');
    return mapOption((cursor): Marked<unknown> => ({ mark: plain, cursor }))(jsonText.read(json));
  },
  write: (marked) => {
    const { mark, cursor } = marked as Marked<unknown>;
    return mapOption((json: string) => `${version}${mark} ${json}`)(jsonText.write(cursor));
  },
  cursorIn: (text) => partsOf(text)[1],
  secretsOf: (text, asked) => [text, ...jsonText.secretsOf(partsOf(text)[1], asked).slice(1)],
  refusal: jsonText.refusal,
};

/** An integer that was not read is a symbol, which JSON would leave out. */
const named = (_: string, value: unknown): unknown =>
  typeof value === 'symbol' ? String(value) : value;

/** What tells a page from another one: its length, its first and its last item. */
const markOf = (items: ReadonlyArray<unknown>): string => {
  const ends = tryCatch(() => writeExact([items.length, items[0], items.at(-1)], named) ?? '');
  return items.length > 0 && isSome(ends) ? digest(ends.value) : '';
};

export const repeatedPage: Next<never> = left({ _tag: 'ProtocolViolation', rule: 'RepeatedPage' });

/** A rule that says what a repeated page means. */
type Comparing<C> = Rule<C> & Required<Pick<Rule<C>, 'onRepeat'>>;

/** A rule whose pages are compared, each with the one before it (law 26). */
const unrepeated = <C>(rule: Comparing<C>): Rule<Marked<C>> => {
  const { numbered } = rule;
  const cursorOf = mapOption(({ cursor }: Marked<C>): C => cursor);
  const unmarked = mapOption((cursor: C): Marked<C> => ({ mark: '', cursor }));
  return {
    start: (draft, refuse) => unmarked(rule.start(draft, refuse)),
    isCursor: (marked) => rule.isCursor((marked as Marked<unknown>).cursor),
    sent: ({ cursor }) => rule.sent(cursor),
    next: ({ answer, items, start }, before) => {
      const mark = markOf(items);
      const cursor = cursorOf(before);
      const isRepeated = mark !== '' && isSome(before) && before.value.mark === mark;
      const meaning = isRepeated ? rule.onRepeat(cursor) : 'count';
      if (meaning === 'error') return repeatedPage;
      if (meaning === 'last') return lastPage({ repeats: true });
      return mapNext((following: C): Marked<C> => ({ mark, cursor: following }))(
        rule.next({ answer, items, start: cursorOf(start) }, cursor, isRepeated),
      );
    },
    ...(numbered && {
      numbered: {
        follow: (before, items) => unmarked(numbered.follow(cursorOf(before), items)),
        seek: (before, items, size) => unmarked(numbered.seek(cursorOf(before), items, size)),
        pastEnd: (status, cursor) => numbered.pastEnd(status, cursorOf(cursor)),
      },
    }),
  };
};

/** A rule whose pages are compared, and how its tokens are written then. */
export const comparingPages = <C>(
  rule: Comparing<C>,
): Pick<NamedRule<Marked<C>>, 'rule' | 'text'> => ({ rule: unrepeated(rule), text: markedText });
