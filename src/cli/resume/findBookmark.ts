import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import fs from 'node:fs';
import { readPrivateFile } from '../outputs/privateFile';
import { type Complaint, misuse } from '../terminal/Complaint';
import { type Bookmark, readBookmark, type Request } from './Bookmark';
import { differences } from './differences';
import type { Files } from './Files';

/** Where the objects of a request are, whatever `--out` says now. */
const partOf = ({ out }: Request, part: string): string => (typeof out === 'string' ? `${out}.part` : part);

/** The bookmark of a request, if there is one; that of another request is nothing to go on with. */
export const findBookmark = ({ file, part }: Files, request: Request): E.Either<Complaint, O.Option<Bookmark>> =>
  fs.existsSync(file)
    ? pipe(
        readPrivateFile(file),
        E.chain(readBookmark),
        E.mapLeft(
          (problem) =>
            `cannot go on with ${file}: ${problem}. ` +
            `Name another file by --resume, or remove ${file} and ${part} to begin anew`,
        ),
        E.filterOrElse(
          (bookmark) => differences(bookmark.request, request).length === 0,
          (bookmark) =>
            `${file} is of another request: ${differences(bookmark.request, request).join('; ')}. ` +
            `Run that one again, name another file by --resume, ` +
            `or remove ${file} and ${partOf(bookmark.request, part)} to begin anew`,
        ),
        E.bimap(misuse, O.some),
      )
    : E.right(O.none);
