import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { existsSync, readFileSync } from 'node:fs';
import { type Bookmark, readBookmark } from '../../../src/cli/run/keptFile';
import type { PageToken, Place } from '../../../src/index';
import { hiddenOf, placeWith } from '../../../src/model/place/placeInternals';

/** A place of no request in particular; one that is not at a beginning has a token. */
export const placeAt = (pages: number, objects = pages * 2, round = 1, isLast = false): Place =>
  placeWith(
    { pages, objects, round, isLast },
    {
      pageToken: pages === 0 || isLast ? O.none : O.some(`page-token-${pages}` as PageToken),
      request: undefined,
    },
  );

/** The bookmark of a walk in its midst, but for these. */
export const bookmark = (changes: Partial<Bookmark> = {}): Bookmark => ({
  request: { command: 'list', objectType: 'badge' },
  isDone: false,
  course: { place: placeAt(3), invalid: 0, omitted: 0 },
  written: { bytes: 60, objects: 6, pages: 3, invalid: 0, omitted: 0, repeated: 0 },
  key: undefined,
  memory: null,
  ...changes,
});

/** The bookmark in a file, if there is one. */
export const bookmarkIn = (file: string): Bookmark | undefined => {
  if (!existsSync(file)) return undefined;
  const read = readBookmark(readFileSync(file));
  if (E.isLeft(read)) throw new Error(read.left);
  return read.right;
};

/** The token of the page that a bookmark goes on with. */
export const tokenIn = (file: string): string =>
  O.getOrElse(() => '')(hiddenOf(bookmarkIn(file)?.course.place)?.pageToken ?? O.none);

/** How many pages of its round a bookmark goes on after. */
export const pagesIn = (file: string): number => bookmarkIn(file)?.course.place?.pages ?? 0;
