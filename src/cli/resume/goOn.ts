import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import fs from 'node:fs';
import { type Complaint, misuse } from '../Complaint';
import { formats } from '../stream/formats';
import { createKeys } from '../stream/Keys';
import { type Course, start } from '../stream/Place';
import type { StreamFlags } from '../stream/StreamFlags';
import { newTally } from '../stream/Tally';
import type { Writing } from '../stream/Writing';
import type { Bookmark, Request } from './Bookmark';
import type { Files } from './Files';
import type { Lock } from './lock';
import { openPart, resumableOutput } from './resumableOutput';

/** Opens a document where its bookmark says, or at its beginning. */
export const goOn = (
  files: Files,
  request: Request,
  flags: Pick<StreamFlags, 'format' | 'key'>,
  bookmark: O.Option<Bookmark>,
  { release }: Lock,
): E.Either<Complaint, Writing> => {
  const { file, part } = files;
  const format = formats[flags.format];
  const before = O.toUndefined(bookmark);
  const resumed = before === undefined ? O.some(format.begin()) : format.resume(before.memory);
  if (O.isNone(resumed)) {
    return E.left(misuse(`cannot go on with ${file}: what it says of the format is damaged. Name another by --resume`));
  }
  const formatter = resumed.value;
  // A run without --key goes on with the one that the walk was restarted by.
  const key = O.fromNullable(flags.key ?? O.toUndefined(before?.key ?? O.none));
  const tally = newTally(before?.written);
  const course: Course = { place: before?.place ?? start };
  const length = before?.written.bytes ?? 0;
  const output = resumableOutput(files, openPart(files, length), length, (bytes, isDone) => ({
    request,
    isDone,
    place: course.place,
    written: { bytes, objects: tally.objects, pages: tally.pages, invalid: tally.invalid },
    key,
    memory: formatter.memory(),
  }));
  return E.right({
    output,
    formatter,
    tally,
    course,
    keys: pipe(
      key,
      O.map((name) => createKeys(name, format, () => fs.createReadStream(part, 'utf8'))),
    ),
    resumption: O.some({ file, part, page: () => (output.kept()?.place ?? course.place).pages + 1 }),
    release,
  });
};
