import * as O from 'fp-ts/Option';
import type { Bookmark } from '../../../src/cli/resume/Bookmark';
import type { PageToken } from '../../../src/index';

/** The bookmark of a walk in its midst, but for these. */
export const bookmark = (changes: Partial<Bookmark> = {}): Bookmark => ({
  request: { command: 'list', objectType: 'badge' },
  isDone: false,
  place: {
    pageToken: O.some('page-token-3' as PageToken),
    pages: 3,
    objects: 6,
    invalid: 0,
    omitted: 0,
    isRestarted: false,
  },
  written: { bytes: 60, objects: 6, pages: 3, invalid: 0, omitted: 0, repeated: 0 },
  key: O.none,
  memory: null,
  ...changes,
});
