import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { reasonOf } from '../Complaint';
import type { AnyRecord, Format } from './Formatter';
import { keyOf } from './keyOf';

/** Tells objects that were written from those that were not, by one of their properties. */
export interface Keys {
  /** The name of that property. */
  readonly name: string;
  /** Takes note of an object and says whether its key is new, as far as is known; none where it has no key. */
  readonly note: (record: AnyRecord) => O.Option<boolean>;
  /** Makes sure that the key of everything that was written is known; a Left says why it cannot be. */
  readonly recall: () => Promise<E.Either<string, unknown>>;
  /** Objects that were written though another one with their key was. */
  readonly repeated: () => number;
}

type Text = () => AsyncIterable<string>;

/**
 * Keys that are kept in memory from the beginning, or, where the document that was written can be read back, from the
 * moment on when they are needed: a walk whose tokens never expire then costs no memory.
 */
export const createKeys = (name: string, { keyText, keysIn }: Format, readBack?: Text): Keys => {
  let known: Set<string> | undefined = readBack === undefined ? new Set() : undefined;
  let repeated = 0;
  let isRecalled = false;

  const add = (keys: Set<string>, key: string): boolean => {
    const isNew = !keys.has(key);
    keys.add(key);
    // Once the walk has begun again, every object that was written is expected to come a second time.
    if (!isNew && !isRecalled) repeated += 1;
    return isNew;
  };

  const read = async (text: Text): Promise<E.Either<string, Set<string>>> => {
    const keys = new Set<string>();
    for await (const key of keysIn(text(), name)) {
      if (O.isNone(key)) return E.left(`not every object that was written has a property '${name}' (--key)`);
      add(keys, key.value);
    }
    return E.right(keys);
  };

  return {
    name,
    note: (record) =>
      pipe(
        keyOf(record, name),
        O.map((key) => known === undefined || add(known, keyText(key))),
      ),
    recall: async () => {
      try {
        const keys = known === undefined && readBack !== undefined ? await read(readBack) : E.right(known);
        if (E.isRight(keys)) {
          known = keys.right;
          isRecalled = true;
        }
        return keys;
      } catch (error) {
        return E.left(`cannot read back what was written: ${reasonOf(error)}`);
      }
    },
    repeated: () => repeated,
  };
};
