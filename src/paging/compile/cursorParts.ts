import { constVoid } from 'fp-ts/function';
import type { Answer, Source } from '../../model/paging/sources';
import type { SlotIn, Slot } from '../../model/paging/draft';
import { eachLeaf } from '../../model/json/eachLeaf';
import { isOverlong } from '../../model/json/parseExact';
import { unreadable } from '../../model/errors/WalkError';
import { isExact, tooLarge } from '../../model/records/Numbers';
import { checkSources } from '../slots/at';
import { Unreadable } from '../slots/link';
import { goesOn, lastPage, type Next } from './Rule';
import type { Sent } from './Sent';
import { isAbsent } from './signals';

/** One thing, or several of them by name. */
type Parts<P> = P | Readonly<Record<string, P>>;

/** What has a value that is no object is one thing, also where it is wrong: a text, or a slot where a source belongs. */
const partsOf = <P>(parts: Parts<P>, method: string): ReadonlyArray<readonly [string, P]> => {
  const entries = Object.entries(Object(parts) as Readonly<Record<string, P>>);
  const isOne = method in Object(parts) || entries.some(([, part]) => typeof part !== 'object');
  return isOne ? [['', parts as P]] : entries;
};

const names = (parts: ReadonlyArray<readonly [string, unknown]>): string =>
  parts
    .map(([name]) => name)
    .sort()
    .join();

/** Whether a cursor holds an integer that could be sent back if it were wanted. */
const holdsLarge = (value: unknown): boolean => {
  let isFound = false;
  eachLeaf({ value }, undefined, constVoid, (holder, name) => {
    const large = holder[name];
    isFound ||=
      typeof large === 'bigint' ||
      (typeof large === 'symbol' && !isOverlong(large.description ?? ''));
  });
  return isFound;
};

/** A cursor that is read at sources and written to slots. One without parts is a part without a name. */
export const cursorParts = <In extends SlotIn>(from: Parts<Source>, to: Parts<Slot<In>>) => {
  const sources = partsOf(from, 'read');
  const slots = partsOf(to, 'write');
  for (const [, source] of sources) checkSources('byCursor', { from: source });
  const isOne = sources[0]?.[0] === '';
  const whole = (cursor: unknown): Sent => slots.map(([, slot]) => [slot, cursor]);
  const byName = (cursor: unknown): Sent => {
    const parts = Object(cursor) as Readonly<Record<string, unknown>>;
    return slots.flatMap(([name, slot]) =>
      Object.hasOwn(parts, name) ? [[slot, parts[name]] as const] : [],
    );
  };
  const sent = isOne ? whole : byName;
  return {
    label: `byCursor ${slots.map(([, { label }]) => label).join(', ')}`,
    slots: slots.map(([, slot]) => slot),
    sources: sources.map(([, source]) => source),
    problem:
      names(sources) === names(slots)
        ? undefined
        : 'byCursor: from and to must have the same parts, under the same names',
    isCursor: (cursor: unknown): boolean => !isAbsent(cursor) && sent(cursor).length > 0,
    sent,
    find: (answer: Answer): Next<unknown> => {
      const found = sources.map(
        ([name, source]) => [name, source.read(answer), source.label] as const,
      );
      const came = found.filter(([, part]) => !isAbsent(part));
      // What cannot be read, and the integers that are not safe and not wanted (law 28).
      const problems = came.flatMap(([, part, at]) => {
        if (part instanceof Unreadable) return { at, message: part.problem };
        return !isExact(answer.numbers) && holdsLarge(part) ? { at, message: tooLarge } : [];
      });
      if (problems.length > 0) return unreadable(problems);
      // The sources that have nothing, not even null.
      const unseen = found.flatMap(([, part, label]) => (part === undefined ? label : []));
      if (came.length === 0) return lastPage({ unseen, isUnnamed: true });
      return goesOn(isOne ? came[0]?.[1] : Object.fromEntries(came), { unseen });
    },
  };
};
