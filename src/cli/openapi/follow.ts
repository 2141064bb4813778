import * as O from 'fp-ts/Option';
import { type Fields, isFields } from '../../model/json/Fields';
import { valueAt } from '../../paging/slots/at';
import { pathIn } from '../options/readers';

/** What a chain of references leads to: the last of them, and what is there. */
export interface RefTarget {
  readonly ref: string | undefined;
  readonly value: Fields | undefined;
}

export type Follow = (node: unknown) => RefTarget;

/** The end of a reference: its file by name, and the path in it. */
export const shownRef = (ref: string): string => ref.replace(/^[^#]*\/|\?[^#]*/g, '').slice(0, 100);

/** Follows references in a loop, and keeps where each of a chain leads: a document has as many as it likes. */
export const followerOf = (files: ReadonlyMap<string, unknown>): Follow => {
  const known = new Map<string, RefTarget>();
  const step = (ref: string): unknown => {
    const [file = '', fragment = ''] = ref.split('#', 2);
    const pointer = O.getOrElse(() => fragment)(O.tryCatch(() => decodeURIComponent(fragment)));
    return pointer === '' ? files.get(file) : valueAt(files.get(file), pathIn(pointer));
  };
  return (node) => {
    const passed = new Set<string>();
    let ref: string | undefined;
    let value = node;
    while (isFields(value) && typeof value.$ref === 'string') {
      ref = value.$ref;
      const found = known.get(ref);
      if (found === undefined && !passed.has(ref)) {
        passed.add(ref);
        value = step(ref);
        continue;
      }
      ref = found?.ref;
      value = found?.value;
      break;
    }
    const target: RefTarget = { ref, value: isFields(value) ? value : undefined };
    for (const one of passed) known.set(one, target);
    return target;
  };
};
