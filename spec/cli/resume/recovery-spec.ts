import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { type Found, recovery } from '../../../src/cli/resume/recovery';
import { bookmark } from '../support/bookmarks';

const names = { file: 'F', part: 'P' };
const midway = bookmark();
const over = bookmark({ isDone: true });
const flawed = bookmark({ isDone: true, written: { ...over.written, invalid: 2 } });
const lacking = bookmark({ isDone: true, written: { ...over.written, omitted: 1 } });
const early = bookmark({ written: { ...midway.written, bytes: 0, objects: 0, pages: 1, invalid: 1 } });

const found = (one: typeof midway | undefined, part: number | undefined, target?: number): Found => ({
  bookmark: O.fromNullable(one),
  part: O.fromNullable(part),
  target: O.fromNullable(target),
});

const cases: ReadonlyArray<readonly [what: string, found: Found, then: string]> = [
  ['nothing', found(undefined, undefined), 'Walk'],
  ['an empty part file', found(undefined, 0), 'Walk'],
  ['an older target', found(undefined, undefined, 100), 'Walk'],
  ['a part file that no bookmark speaks of', found(undefined, 1), 'P is there, but F'],
  ['a bookmark and its part file', found(midway, 60), 'Walk'],
  ['a part file that a page was appended to', found(midway, 85), 'Walk'],
  ['a part file that is too short', found(midway, 59), 'P lacks'],
  ['no part file', found(midway, undefined, 60), 'P lacks'],
  ['no part file, where nothing was written to it', found(early, undefined), 'Walk'],
  ['a walk that is over', found(over, 60, 100), 'Rename'],
  ['a walk that is over, and its file in its place', found(over, undefined, 60), 'Forget'],
  ['a walk that is over, and no file', found(over, undefined), 'P is not as it was'],
  ['a walk that is over, and another file in its place', found(over, undefined, 59), 'P is not as it was'],
  ['a walk that is over, and a part file that was changed', found(over, 61), 'P is not as it was'],
  ['a walk that is over with invalid objects', found(flawed, 60), 'Keep'],
  ['a walk that is over without objects that share a key', found(lacking, 60), 'Keep'],
  ['the same, and no part file', found(lacking, undefined, 60), 'P is not as it was'],
  ['a walk that is over with invalid objects, and no part file', found(flawed, undefined, 60), 'P is not as it was'],
];

describe('recovery', () => {
  for (const [what, state, then] of cases) {
    it(`finds ${what}: ${then}`, () => {
      const result = recovery(state, names);
      if (E.isRight(result)) expect(result.right).to.include({ _tag: then });
      else expect(result.left).to.match(new RegExp(`^${then}.*to begin anew$`));
    });
  }
});
