import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import fs from 'node:fs';
import type { Place } from '../../index';
import { hiddenOf, placeWith } from '../../model/place/hidden';
import { nextRound } from '../../model/place/nextRound';
import { createKeys } from '../document/Keys';
import { courseFrom, documentPlaces, isRestarted, type StreamFlags, type Writing } from '../document/Writing';
import { formatOf } from '../formats/formats';
import type { Lock } from '../outputs/lock';
import { type Complaint, misuse } from '../terminal/Complaint';
import { newTally } from '../walk/progress';
import type { Bookmark, Request } from './Bookmark';
import type { Files } from './Files';
import { openPart, resumableOutput } from './resumableOutput';

/** A place that knows of no restarts in vain: whoever runs a command again wants it to be tried again. */
const forgiven = (place: Place | undefined): Place | undefined => {
  const hidden = hiddenOf(place);
  return place && hidden && placeWith({ ...place }, { ...hidden, past: undefined });
};

/** Opens a document where its bookmark says, or at its beginning. */
export const goOn = (
  files: Files,
  request: Request,
  flags: Pick<StreamFlags, 'format' | 'escapeFormulas' | 'key'>,
  bookmark: O.Option<Bookmark>,
  { release }: Lock,
): E.Either<Complaint, Writing> => {
  const { file, part } = files;
  const format = formatOf(flags);
  const before = O.toUndefined(bookmark);
  const resumed = before === undefined ? O.some(format.begin()) : format.resume(before.memory);
  if (O.isNone(resumed)) {
    return E.left(misuse(`cannot go on with ${file}: what it says of the format is damaged. Name another by --resume`));
  }
  const formatter = resumed.value;
  const place = forgiven(before?.course.place);
  const restartedBy = before && isRestarted(before.course) ? before.key : undefined;
  // A run without --key goes on with the one that the walk was restarted by. By another one, all has to come again.
  const name = flags.key ?? restartedBy;
  const isOtherKey = restartedBy !== undefined && name !== restartedBy;
  const tally = newTally(before && { ...before.written, ...(isOtherKey && { omitted: 0 }) });
  const course = isOtherKey
    ? courseFrom(O.toUndefined(nextRound(place, Infinity)))
    : { ...courseFrom(), ...before?.course, place };
  const length = before?.written.bytes ?? 0;
  const fd = openPart(files, length);
  // What is read back is what was opened, whatever has its name by then.
  const readBack = () => fs.createReadStream('', { fd, autoClose: false, start: 0, encoding: 'utf8' });
  const keys = pipe(
    O.fromNullable(name),
    O.map((property) => createKeys(property, format, readBack, isOtherKey ? 0 : before?.written.repeated)),
  );
  const output = resumableOutput(files, fd, length, (bytes, isDone) => {
    const { objects, pages, invalid, omitted } = tally;
    const repeated = O.isSome(keys) ? keys.value.repeated() : 0;
    const written = { bytes, objects, pages, invalid, omitted, repeated };
    return { request, isDone, course: { ...course }, written, key: name, memory: formatter.memory() };
  });
  return E.right({
    output,
    formatter,
    tally,
    course,
    places: documentPlaces(course.place, output.save),
    keys,
    resumption: O.some({ file, part, pages: () => (output.kept()?.course ?? course).place?.pages ?? 0 }),
    release,
  });
};
