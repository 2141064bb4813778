import { isNone, tryCatch } from 'fp-ts/Option';
import { sipHashOf } from '../../model/records/sipHash';
import type { WalkError } from '../../model/errors/WalkError';

/** What a key may be: a value that equals itself when it is read a second time. @since 0.1.0 */
export type Key = string | number | bigint | boolean;

/** What is missing, or never equals itself, would make objects disappear or appear twice, in silence. */
export const checked = <T>(what: string, types: string, value: T): T => {
  if (typeof value === 'number' ? !Number.isNaN(value) : types.includes(typeof value)) return value;
  const found = value ? typeof value : String(value);
  throw new TypeError(`${what} must be a string or a number, but is ${found}`);
};

export const checkedKey = <K>(key: K): K => checked('key', 'string bigint boolean', key);

/** What came of one kind in this walk, and what was let through in all of them. */
interface Count {
  came: number;
  passed: number;
}

/** Remembers what was let through. Of invalid objects that read alike, as many are let through as one walk brought. */
export const seenBefore = <A, K extends Key>(key: (record: A) => K) => {
  const keys = new Set<K>();
  // By a digest of what they say, because records may be large.
  const complaints = new Map<number, Count>();

  const countOf = (text: string): Count => {
    const digest = sipHashOf(text);
    const known = complaints.get(digest) ?? { came: 0, passed: 0 };
    complaints.set(digest, known);
    return known;
  };

  return {
    isNewObject: (record: A): boolean => {
      const before = keys.size;
      return keys.add(checkedKey(key(record))).size > before;
    },
    isNewComplaint: (error: WalkError): boolean => {
      if (error._tag !== 'InvalidObject') return true;
      // What nests too deep to be written down is reported again rather than lost.
      const text = tryCatch(() => JSON.stringify({ record: error.record }));
      if (isNone(text)) return true;
      const count = countOf(text.value);
      count.came += 1;
      if (count.came <= count.passed) return false;
      count.passed = count.came;
      return true;
    },
    beginAgain: (): void => {
      for (const count of complaints.values()) count.came = 0;
    },
  };
};
