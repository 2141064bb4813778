import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { existsSync, readFileSync } from 'node:fs';
import { type Bookmark, readBookmark } from '../../../src/cli/sinks/bookmark';
import { type PageToken, Place } from '../../../src/index';
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
  place: Place.encode(placeAt(3)),
  bytes: 60,
  base: 0,
  begins: 0,
  written: { objects: 6, pages: 3, invalid: 0, memory: null },
  ...changes,
});

/** The place of the bookmark in a file, if there is one. */
const placeIn = (file: string): Place | undefined => {
  if (!existsSync(file)) return undefined;
  const read = readBookmark(readFileSync(file));
  if (E.isLeft(read)) throw new Error(read.left);
  return O.toUndefined(O.fromEither(Place.decode(read.right.place)));
};

/** The token of the page that a bookmark goes on with. */
export const tokenIn = (file: string): string =>
  O.getOrElse(() => '')(hiddenOf(placeIn(file))?.pageToken ?? O.none);

/** How many pages of its round a bookmark goes on after. */
export const pagesIn = (file: string): number => placeIn(file)?.pages ?? 0;
