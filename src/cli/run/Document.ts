import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { InvalidObject, Key, Page } from '../../index';
import type { Format, Formatter } from '../formats/Format';
import type { Sink, DocumentState } from '../sinks/Sink';
import type { Tally } from '../terminal/progress';

/** Why objects cannot be told apart by their key. It ends the walk, and nothing is kept of the page. */
export class KeyProblem extends Error {}

/** The items of a walk as text, page by page. */
export interface Document {
  readonly tally: Tally;
  readonly isFull: () => boolean;
  /** The text of a page. */
  readonly add: (page: Page<unknown>) => string;
  readonly written: () => DocumentState;
  /** The walk begins with its first page again. */
  readonly beginAgain: () => void;
  readonly end: () => string;
  readonly losses: Formatter['losses'];
}

export interface DocumentKey {
  readonly name: string;
  readonly of: (item: unknown) => O.Option<Key>;
}

export interface DocumentOptions {
  readonly tally: Tally;
  readonly format: Format;
  readonly limit: number;
  /** What tells objects apart, and what the property is called. */
  readonly key: DocumentKey | undefined;
  readonly onInvalid: (object: InvalidObject) => void;
}

/** JSON can be read however large its numbers are, but not written. */
const unwritable = (record: unknown, index: number, page: number): InvalidObject => {
  const message = 'holds a number that is too large to be written';
  return { _tag: 'InvalidObject', page, index, problems: [{ at: 'the record', message }], record };
};

/**
 * Tells what a walk that has begun again has written before. It may bring a key as often as it was written: one more is another
 * object.
 */
const writtenBefore = ({ name, of }: DocumentKey) => {
  const written = new Map<Key, number>();
  let seen: Map<Key, number> | undefined;
  return {
    beginAgain: (): void => {
      seen = new Map();
    },
    has: (item: unknown, where: string): boolean => {
      const key = O.toUndefined(of(item));
      if (key === undefined) {
        throw new KeyProblem(
          `${where} has no text, number or boolean '${name}' that tells it from others (--key)`,
        );
      }
      const before = written.get(key) ?? 0;
      const times = seen === undefined ? before + 1 : (seen.get(key) ?? 0) + 1;
      seen?.set(key, times);
      if (times > before) written.set(key, times);
      return times <= before;
    },
  };
};

/** Counts what is left out. A walk that begins again leaves it out again: only what is new is reported. */
const leavingOut = (tally: Tally, onInvalid: DocumentOptions['onInvalid']) => {
  // Of this round. A sink that is not replaced has the pages and the invalid objects of all rounds.
  const round = { pages: tally.pages, invalid: tally.invalid };
  let told = tally.invalid;
  return {
    round,
    leaveOut: (object: InvalidObject): void => {
      round.invalid += 1;
      tally.invalid = Math.max(tally.invalid, round.invalid);
      if (round.invalid <= told) return;
      told = round.invalid;
      onInvalid({ ...object, page: round.pages });
    },
  };
};

/** The document of a sink, from where it stands; none where what its format has to know is damaged. */
export const documentOf = (
  { before, beginAgain }: Pick<Sink, 'before' | 'beginAgain'>,
  { tally, format, limit, key, onInvalid }: DocumentOptions,
): O.Option<Document> => {
  const formatterFrom = (memory: unknown): O.Option<Formatter> =>
    memory === null ? O.some(format.begin()) : format.resume(memory);
  const resumed = formatterFrom(before?.memory ?? null);
  if (O.isNone(resumed)) return O.none;

  let formatter = resumed.value;
  const { round, leaveOut } = leavingOut(tally, onInvalid);
  const keys = key === undefined ? undefined : writtenBefore(key);

  const textOf = (item: unknown, index: number): string => {
    if (keys?.has(item, `object ${index + 1} of page ${round.pages + 1}`)) return '';
    try {
      return formatter.add(item);
    } catch {
      leaveOut(unwritable(item, index, round.pages));
      return '';
    }
  };

  return O.some({
    tally,
    isFull: () => tally.objects >= limit,
    add: ({ data }) => {
      const texts: Array<string> = [];
      const items = data.filter(E.isRight).map(({ right }) => right);
      // What stands behind the limit is not written, and need not be held.
      const isCut = tally.objects > 0 && tally.objects + items.length > limit;
      if (!isCut) formatter.open(items);
      for (const [index, object] of data.entries()) {
        if (tally.objects + texts.length === limit) break;
        if (E.isLeft(object)) {
          leaveOut(object.left);
          continue;
        }
        if (isCut) formatter.open([object.right]);
        const text = textOf(object.right, index);
        if (text !== '') texts.push(text);
      }
      tally.pages += 1;
      round.pages += 1;
      tally.objects += texts.length;
      return texts.join('');
    },
    written: () => {
      const { pages, objects, invalid } = tally;
      return { pages, objects, invalid, memory: formatter.memory() };
    },
    beginAgain: () => {
      Object.assign(round, { pages: 0, invalid: 0 });
      keys?.beginAgain();
      if (!beginAgain) return;
      const { memory, ...counts } = beginAgain();
      formatter = O.getOrElse(format.begin)(formatterFrom(memory));
      Object.assign(tally, { ...counts, earlier: 0 });
    },
    end: () => formatter.end(),
    losses: (show) => formatter.losses(show),
  });
};
