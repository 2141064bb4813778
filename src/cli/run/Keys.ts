import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { type AnyRecord, type Format, keyOf } from '../formats/Format';
import { reasonOf } from '../terminal/Complaint';
import { counted } from '../terminal/text';

/** What the key of an object says: it must be written, it was written, or only others that share its key were. */
export type Novelty = 'new' | 'written' | 'omitted';

/** Why objects cannot be told apart by their key. It ends the walk, and nothing is kept of the page. */
export class KeyProblem extends Error {}

/** Tells objects that have to be written from those that have not, by one of their properties. */
export interface Keys {
  readonly name: string;
  /** Takes note of an object; none where it has no key. */
  readonly note: (record: AnyRecord) => O.Option<Novelty>;
  /** A walk begins again: makes sure that the keys of all written objects are known. */
  readonly recall: () => Promise<void>;
  /** Objects that were written though another one with their key was. */
  readonly repeated: () => number;
}

type Text = () => AsyncIterable<string>;
type Counts = Map<string, number>;

const countIn = (counts: Counts, key: string): number => {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
};

/** Keys that are in memory, where a document can be read back only once they are needed: when its walk begins again. */
export const createKeys = (
  name: string,
  { keyText, keysIn }: Format,
  readBack?: Text,
  repeatedBefore = 0,
): Keys => {
  let written: Counts | undefined = readBack === undefined ? new Map() : undefined;
  let seen: Counts = new Map();
  let repeated = repeatedBefore;
  let isRecalled = false;

  const noteFirst = (counts: Counts, key: string): Novelty => {
    if (countIn(counts, key) > 1) repeated += 1;
    return 'new';
  };

  /** A walk that has begun again may bring a key as often as it was written: one more is another object. */
  const noteAgain = (counts: Counts, key: string): Novelty => {
    const times = countIn(seen, key);
    const before = counts.get(key);
    if (before !== undefined) return times > before ? 'omitted' : 'written';
    counts.set(key, 1);
    return 'new';
  };

  const read = async (text: Text): Promise<Counts> => {
    const counts: Counts = new Map();
    repeated = 0;
    try {
      for await (const key of keysIn(text(), name)) {
        if (O.isNone(key))
          throw new KeyProblem(
            `not every object that was written has a property '${name}' (--key)`,
          );
        noteFirst(counts, key.value);
      }
      return counts;
    } catch (error) {
      if (error instanceof KeyProblem) throw error;
      throw new KeyProblem(`cannot read back what was written: ${reasonOf(error)}`);
    }
  };

  return {
    name,
    note: (record) =>
      pipe(
        keyOf(record, name),
        O.map((key) =>
          written === undefined
            ? 'new'
            : (isRecalled ? noteAgain : noteFirst)(written, keyText(key)),
        ),
      ),
    recall: async () => {
      if (written === undefined && readBack !== undefined) written = await read(readBack);
      seen = new Map();
      isRecalled = true;
    },
    repeated: () => repeated,
  };
};

/** Says how many objects a walk which had begun again left out, or wrote, though another one has their key; empty where none. */
export const sharedKeys = (
  name: string,
  shared: Readonly<Record<'omitted' | 'repeated', number>>,
): string => {
  const { omitted, repeated } = shared;
  if (omitted > 0) {
    const left = `${counted(omitted, 'object')} ${omitted === 1 ? 'was' : 'were'} left out because another one has the same`;
    return `${left} '${name}': --key must name a property that no two objects share`;
  }
  // A walk without snapshot may have brought an object twice; only the user knows whether two objects share a key.
  return repeated > 0
    ? `${counted(repeated, 'object')} had the '${name}' of another one: if objects share it, some may be missing (--key)`
    : '';
};
