import * as O from 'fp-ts/Option';
import { type Complaint, misuse } from '../terminal/Complaint';

/** A file by what it is to the user, under all names that it has. */
export type Named = readonly [what: string, paths: ReadonlyArray<string>];

/** Refuses files that are the same under two names: one of them would be replaced by the other, or removed. */
export const clashOf = (named: ReadonlyArray<Named>): O.Option<Complaint> => {
  const owners = new Map<string, string>();
  for (const [what, paths] of named) {
    for (const path of paths) {
      const owner = owners.get(path) ?? what;
      if (owner !== what) return O.some(misuse(`${path} cannot be ${owner} and ${what} at once: name another file`));
      owners.set(path, owner);
    }
  }
  return O.none;
};
